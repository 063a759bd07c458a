import { STEPS } from "../reading/reading.ts";
import type { PageReading } from "./page.ts";

const sentences: ReadonlyMap<string, string> = new Map(Object.entries(STEPS));

/** The value that a reader took from a reply, and the sentence of each step that led to it, e.g. `option: "B". The reply commits to this answer.` */
export function readingText({ reader, value, steps }: PageReading): string {
  const why = steps.filter(({ step }) => step !== "read").map(({ step }) => sentences.get(step) ?? step);
  return `${reader}: ${[value === undefined ? "unread." : `${JSON.stringify(value)}.`, ...new Set(why)].join(" ")}`;
}
