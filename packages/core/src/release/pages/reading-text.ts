import { STEPS } from "../../reading/reading.ts";
import type { PageReading } from "./page.ts";
import { readerSubject } from "./scoring-words.ts";

const sentences: ReadonlyMap<string, string> = new Map(Object.entries(STEPS));

/** The sentence of a step of a reader. */
export const stepSentence = (step: string): string => sentences.get(step) ?? step;

/** The same in short: an unread reply has the reason alone, e.g. `Nothing was read. Several answers side by side are none.` */
export function shortReadingText(one: PageReading): string {
  return readingText(one.value === undefined ? { ...one, steps: one.steps.slice(-1) } : one);
}

/** The value that a reader took from a reply, and the sentence of each step that led to it, e.g. `Read: "B". The reply commits to this answer.` */
export function readingText({ reader, value, steps }: PageReading): string {
  const why = steps.filter(({ step }) => step !== "read").map(({ step }) => stepSentence(step));
  const read = value === undefined ? "Nothing was read." : `Read: ${valueText(value)}.`;
  // Its value is the word for what its sentences say.
  return [...(reader === "refusal" ? [] : [read]), ...new Set(why)].join(" ");
}

/** The texts of several readings, each with what it read if there is more than one. */
export const readingTexts = (all: readonly PageReading[], textOf = readingText): string[] =>
  all.map((one) => (all.length > 1 ? `${readerSubject(one.reader)}: ${textOf(one)}` : textOf(one)));

/** A list of codes, and a query with its name, are easier to read without brackets. */
function valueText(value: unknown): string {
  if (Array.isArray(value) && value.length > 0)
    return value.map((one) => (typeof one === "string" ? one : JSON.stringify(one))).join(", ");
  if (typeof value !== "object" || value === null || Array.isArray(value)) return JSON.stringify(value);
  return Object.entries(value)
    .map(([name, one]) => (typeof one === "boolean" ? `${one ? "" : "no "}${name}` : `${name} ${JSON.stringify(one)}`))
    .join(", ");
}
