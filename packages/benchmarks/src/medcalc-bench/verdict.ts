import { readDate, readWeeksAndDays } from "@medhelm/core/reading/dates/read-date";
import { asksPercent } from "@medhelm/core/reading/quantities/asked-for";
import { readNumber } from "@medhelm/core/reading/numbers/read-number";
import { type Reading, valueOf } from "@medhelm/core/reading/reading";
import type { WeeksAndDays } from "@medhelm/core/reading/dates/week-places";
import { type Gold, type OutputType, outputType } from "./gold.ts";

/**
 * The verdict of profile `corrected`: the authors' checks by output type (MedCalc-Bench evaluation/evaluate.py), on the value
 * that the reply commits to, which is never evaluated. Dates and pairs must be equal. Decimals must be within the limits of the
 * data, bounds included. Whole numbers must be equal after rounding half to even.
 */
export function verdict(reply: string, gold: Gold): 0 | 1 {
  const value = valueOf(readAnswer(reply, gold));
  return value !== undefined && isRight(value, gold) ? 1 : 0;
}

type Value = number | string | WeeksAndDays;

/** Reads the value of a reply by the type of its calculator. */
export const readAnswer = (reply: string, gold: Gold): Reading<Value> =>
  readValueOfType(reply, outputType(gold), gold.question);

/** Reads a number, a date (YYYY-MM-DD), or weeks and days. */
export function readValueOfType(reply: string, type: OutputType, question: string): Reading<Value> {
  if (type === "date") return readDate(reply, question);
  if (type === "weeks and days") return readWeeksAndDays(reply, question);
  const isScore = type === "integer";
  return readNumber(reply, { question, isScore, isPercentage: isScore || asksPercent(question) });
}

function isRight(value: Value, gold: Gold): boolean {
  const { text, lower, upper } = gold;
  if (typeof value === "string") return value === isoDate(text);
  if (typeof value !== "number") return value.join(" ") === pair(text);
  if (outputType(gold) === "integer") return roundHalfEven(value) === Number(text);
  return Number(lower) <= value && value <= Number(upper);
}

/** "8/14/2023" -> "2023-08-14" */
function isoDate(text: string): string {
  const [month = "", day = "", year = ""] = text.split("/");
  return `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
}

/** "('3 weeks', '4 days')" -> "3 4" */
const pair = (text: string): string => (text.match(/\d+/g) ?? []).map(Number).join(" ");

/** Python's round(): 2.5 is 2, 3.5 is 4. */
export function roundHalfEven(value: number): number {
  const below = Math.floor(value);
  const rest = value - below;
  if (rest !== 0.5) return Math.round(value);
  return below % 2 === 0 ? below : below + 1;
}
