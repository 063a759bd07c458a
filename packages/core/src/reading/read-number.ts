import { askedFor } from "./asked-for.ts";
import { type NumberKind, numberPlaces } from "./number-places.ts";
import { readValue } from "./read-value.ts";
import type { Reading } from "./reading.ts";

/** The question of a reply whose answer is a number. */
export interface NumberQuestion extends NumberKind {
  readonly question: string;
}

/** Reads the number to which a reply commits, by the rule of docs/scoring.md, "MedCalc-Bench". No expression is evaluated. */
export const readNumber = (reply: string, { question, ...kind }: NumberQuestion): Reading<number> =>
  readValue(reply, {
    asked: askedFor(question),
    placesOf: (text) => numberPlaces(text, kind),
    isSame: isRounded,
    isUnfinished,
  });

/** Whether the values differ by less than 0.5 %, as by rounding. */
const isRounded = (a: number, b: number): boolean => Math.abs(a - b) <= 0.005 * Math.max(Math.abs(a), Math.abs(b));

/** A calculation without its result, or a text that stops within a sentence or a bracket. */
const isUnfinished = (text: string): boolean => {
  const end = text.trimEnd().slice(-2000);
  return /\d\s?[×*÷/]\s?[\d(]|\)\s?[×*÷/]|[×*÷/]\s?\(/.test(text.slice(0, 20_000)) || /[(×*÷/+,=:-]$/.test(end);
};
