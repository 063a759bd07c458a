import { type ReplyText, type Span, spanOf } from "./text/reply-text.ts";

/** The steps of all readers, each with a sentence for the page that shows how a reply was read. */
export const STEPS = {
  "processed the output": "The run's output processor removes this.",
  "separated thinking": "Thinking decides nothing and is left out.",
  "unfinished thinking": "The thinking never ends, so that the reply has no answer.",
  "cut at a turn": "What follows a mark of the end, or a turn of its own, belongs to no answer.",
  "removed a role": "A role's name before the answer is left out.",
  "left out a tool call": "A call to a tool, or its result, is no answer.",
  "left out code": "Code that nobody ran is no answer.",
  "normalized characters": "Digits, signs, quotes and marks are brought to one form.",
  "removed markup": "Markdown, LaTeX and tags do not matter.",
  "left out struck text": "Text that is struck through is taken back.",
  "took a field": "This field or box states the answer; the text outside decides nothing.",
  "left out a field": "A field of another name is not the answer.",
  "left out a question": "The question, the options or the instruction repeated is no answer.",
  "left out references": "A list of sources is no answer.",
  "left out a condition": "A statement under a condition is no answer.",
  "left out an opinion": "Another person's opinion is no answer.",
  "left out a denial": "An answer that is denied is not the answer.",
  "left out evidence": "A sentence that is named as evidence, or as right, is no answer.",
  "left out an input": "A value that the calculation starts from, or to compare with, is no answer.",
  "left out another time": "A value of another time than the question's is no answer.",
  "left out another unit": "The reply has this value in the requested unit, too.",
  "found an answer": "The reply commits to this answer.",
  "took back": "The reply takes this answer back.",
  "preferred the final answer": "The final answer counts more than a statement on the way.",
  "found alternatives": "Several answers side by side are none.",
  "found a contradiction": "These statements contradict each other, so that none is read.",
  "found a range": "A range or a bound is no single value.",
  "left out another system": "A value, a name or a code of another system is none of these codes.",
  "found a refusal": "The reply refuses.",
  "left out courtesy": "Courtesy, a referral, a question back and words about the assistant are no substance.",
  "found substance": "This is something of substance.",
  "found a verdict": "This object is the judge's verdict.",
  "found a quote": "A verdict that the reply only quotes is not its own.",
  "found a copy": "The answer contains the same verdict, which may be copied.",
  "found no score": "The verdict lacks a score on the scale.",
  "found no answer": "Nothing in the reply is an answer.",
  read: "This was read.",
} as const;
export type StepName = keyof typeof STEPS;

/** One step of a reader, with the stretches of the original reply on which it works. */
export interface Step {
  readonly step: StepName;
  readonly at: readonly Span[];
  /** The finding of the step, e.g. the letter or the kind of thinking. */
  readonly what?: string;
}

/** The result of a reader: a value, or none with the step that says why, and all steps in order. */
export type Reading<T> =
  | { readonly kind: "read"; readonly value: T; readonly steps: readonly Step[] }
  | { readonly kind: "unread"; readonly reason: StepName; readonly steps: readonly Step[] };

/** Returns the value, or undefined if the reply is unread. */
export const valueOf = <T>(reading: Reading<T>): T | undefined => (reading.kind === "read" ? reading.value : undefined);

/** Makes a step at text[from] to text[to - 1]. */
export function stepAt(step: StepName, text: ReplyText, from = 0, to = text.text.length, what?: string): Step {
  return { step, at: [spanOf(text, from, to)], ...(what === undefined ? {} : { what }) };
}

/** Ends a reading without a value: the reason is its last step. */
export function unread(steps: readonly Step[], last: Step): Reading<never> {
  return { kind: "unread", reason: last.step, steps: [...steps, last] };
}

/** Ends a reading with a value. */
export function read<T>(steps: readonly Step[], value: T, at: readonly Span[], what?: string): Reading<T> {
  return { kind: "read", value, steps: [...steps, { step: "read", at, ...(what === undefined ? {} : { what }) }] };
}
