import { STEPS } from "../reading/reading.ts";
import type { PageReading } from "./page.ts";

const sentences: ReadonlyMap<string, string> = new Map(Object.entries(STEPS));

/** The same in short: an unread reply has the reason alone, e.g. `Nothing was read. Several answers side by side are none.` */
export function shortReadingText(one: PageReading): string {
  return readingText(one.value === undefined ? { ...one, steps: one.steps.slice(-1) } : one);
}

/** The value that a reader took from a reply, and the sentence of each step that led to it, e.g. `Read: "B". The reply commits to this answer.` */
export function readingText({ value, steps }: PageReading): string {
  const why = steps.filter(({ step }) => step !== "read").map(({ step }) => sentences.get(step) ?? step);
  return [value === undefined ? "Nothing was read." : `Read: ${valueText(value)}.`, ...new Set(why)].join(" ");
}

/** The texts of several readings, each with its reader if there is more than one. */
export const readingTexts = (all: readonly PageReading[], textOf = readingText): string[] =>
  all.map((one) => (all.length > 1 ? `${one.reader}: ${textOf(one)}` : textOf(one)));

/** A list of codes, and a query with its name, are easier to read without brackets. */
function valueText(value: unknown): string {
  if (Array.isArray(value) && value.length > 0)
    return value.map((one) => (typeof one === "string" ? one : JSON.stringify(one))).join(", ");
  if (typeof value !== "object" || value === null || Array.isArray(value)) return JSON.stringify(value);
  return Object.entries(value)
    .map(([name, one]) => `${name} ${typeof one === "boolean" ? (one ? "yes" : "no") : JSON.stringify(one)}`)
    .join(", ");
}
