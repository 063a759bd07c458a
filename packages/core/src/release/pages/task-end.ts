import { counted } from "../../text/counted.ts";
import type { PageInstance } from "./page.ts";

type Transcript = NonNullable<PageInstance["transcript"]>;

const ENDS: Readonly<Record<Transcript["end"]["kind"], string>> = {
  finished: "The model ended the task",
  no_action: "The task ended without an action",
  failed: "A request got no answer",
  steps: "A limit ended the task",
  dollars: "A limit ended the task",
};

/** How the task of an agent ended, as a sentence. */
export function taskEnd({ end: { kind, reason }, turns }: Transcript): string {
  const steps = counted(turns.length, "step");
  const because = reason === undefined ? "" : `: ${reason.replace(/\.$/, "")}`;
  return `${ENDS[kind]} after ${steps}${because}.`;
}
