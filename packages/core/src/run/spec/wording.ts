import { z } from "zod";
import { parseObjectSpec } from "../../helm/object-spec.ts";
import { ownWordingFields } from "../../expanders/format-instructions.ts";
import { judgePrompts } from "../../judge/rubric.ts";
import { canonicalJson, sha256Hex } from "../../store/canonical.ts";
import type { RunPlan } from "./expand.ts";

/**
 * Whose words a run's prompts and its judges' prompts are. `own`: this repository's. `helm`: those of a run that HELM published. `custom`: a
 * user's, or a mixture, such as HELM's prompts with our rubric (decision 0005).
 */
export const Wording = z.enum(["own", "helm", "custom"]);
export type Wording = z.infer<typeof Wording>;

/** The wording as a manifest records it. */
export interface RecordedWording {
  /** "own <version>", "helm <sha256>" or "custom <sha256>" */
  readonly prompts: string;
  /** the same of the judges' templates, by annotation */
  readonly judgePrompts?: Readonly<Record<string, string>>;
}

/** Raise this number when a change of the built-in instructions changes answers. */
const OWN_PROMPTS_VERSION = 1;

/** Arguments of an entry that change the words of the prompt. */
const WORDING_ARGS: ReadonlySet<string> = new Set([
  "instructions",
  "prompt",
  "newline",
  "format_prompt",
  "global_prefix",
  "output_format_instructions",
  "follow_format_instructions",
]);

/** Whether an entry has an argument that changes the words of the prompt. */
export const changesWords = (description: string): boolean =>
  Object.keys(parseObjectSpec(description).args).some((name) => WORDING_ARGS.has(name));

/** Describes the wording of a planned run. `prompts`: the origin of prompts that replaced the benchmark's own ones. */
export function planWording(plan: RunPlan, prompts?: string): RecordedWording {
  const { annotators } = plan.runSpec;
  const { rubrics } = plan.benchmark;
  const otherJury = prompts?.startsWith("helm ") === true ? "helm" : "custom";
  return {
    prompts: promptsOf(plan, prompts),
    ...(annotators === undefined ? {} : { judgePrompts: judgePrompts(annotators, rubrics, otherJury) }),
  };
}

function promptsOf(plan: RunPlan, prompts: string | undefined): string {
  const { "prompt template": template, ...changes } = userChanges(plan, prompts !== undefined);
  if (Object.keys(changes).length > 0)
    return `custom ${sha256Hex(canonicalJson({ ...changes, template: template ?? null, on: prompts ?? null }))}`;
  if (template !== undefined) return `custom ${template}`;
  return prompts ?? `own ${OWN_PROMPTS_VERSION}`;
}

/** Lists the changes of a user to the prompts. HELM's run already has its sentences for some arguments (`isReplaced`). */
function userChanges({ benchmark, entry }: RunPlan, isReplaced: boolean): Record<string, string> {
  const { identityParts, adapterSpec } = benchmark;
  const parts = ["prompt template", "system message"].flatMap((name) => {
    const value = identityParts[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  const args = Object.entries(parseObjectSpec(entry.description).args).filter(
    ([name, value]) => WORDING_ARGS.has(name) && !(isReplaced && ownWordingFields(name, value).length > 0),
  );
  const isPlugin = Object.keys(identityParts).some((name) => name.startsWith("plugin "));
  const { instructions, input_prefix, output_prefix } = adapterSpec;
  return {
    ...Object.fromEntries(parts),
    ...Object.fromEntries(args.map(([name, value]) => [name, String(value)])),
    ...(isPlugin ? { plugin: canonicalJson([instructions, input_prefix, output_prefix]) } : {}),
  };
}

/** The origin in a text such as "helm <sha256>"; undefined for another text. */
export const originOf = (text: string | undefined): Wording | undefined =>
  Wording.safeParse(text?.split(" ", 1)[0]).data;

/** The mark of a recorded wording; undefined if an older run did not record the whole of it. */
export function wordingOf(
  { prompts, judgePrompts: ofJudges }: RecordedWording,
  judges: readonly unknown[] = [],
): Wording | undefined {
  const origins = [prompts, ...Object.values(ofJudges ?? {})].map(originOf);
  if (origins.includes("custom")) return "custom";
  const [first] = origins;
  if (origins.includes(undefined) || (judges.length > 0 && ofJudges === undefined)) return undefined;
  return origins.every((origin) => origin === first) ? first : "custom";
}
