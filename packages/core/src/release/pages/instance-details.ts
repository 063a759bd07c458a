import { z } from "zod";
import { TRANSCRIPT } from "../../agents/transcript.ts";
import type { RequestState } from "../../helm/scenario-state.ts";
import { VERDICTS } from "../../judge/verdict.ts";
import type { InstanceDetails } from "../runs/run-list.ts";

/** A query may return thousands of rows. */
const MOST_CHARACTERS = 32 * 1024;

const Jury = z.looseObject({ prompt_text: z.string().nullish() });

/** Takes what only the explanation of a score shows from the annotations: the judges' prompts, and annotations of other kinds. */
export function instanceDetails({ annotations }: RequestState): Omit<InstanceDetails, "stats" | "corrected"> {
  const prompts: Record<string, string> = {};
  const others: Record<string, unknown> = {};
  const leftOut: string[] = [];
  for (const [name, annotation] of Object.entries(annotations ?? {})) {
    if (name === VERDICTS || name === TRANSCRIPT) continue;
    const jury = Jury.safeParse(annotation).data;
    if (jury !== undefined && "prompt_text" in jury) {
      if (typeof jury.prompt_text === "string") prompts[name] = jury.prompt_text;
    } else if (JSON.stringify(annotation).length > MOST_CHARACTERS) leftOut.push(name);
    else others[name] = annotation;
  }
  return {
    ...(Object.keys(prompts).length === 0 ? {} : { judgePrompts: prompts }),
    ...(Object.keys(others).length === 0 ? {} : { annotations: others }),
    ...(leftOut.length === 0 ? {} : { leftOut }),
  };
}
