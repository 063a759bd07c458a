import { type Gold, outputType } from "./gold.ts";
import { answerText, readDate, readNumber, readWeeksAndDays } from "./read-answer.ts";

/**
 * The verdict of profile `corrected`: the authors' checks by output type (MedCalc-Bench evaluation/evaluate.py), on a value
 * that is parsed and never evaluated. Dates and pairs must be equal. Decimals must be within the limits of the data, bounds
 * included. Whole numbers must be equal after rounding half to even.
 */
export function verdict(reply: string, gold: Gold): 0 | 1 {
  return isRight(answerText(reply), gold) ? 1 : 0;
}

function isRight(answer: string, gold: Gold): boolean {
  const type = outputType(gold);
  if (type === "date") return sameList(readDate(answer), readDate(gold.text));
  if (type === "weeks and days") return sameList(readWeeksAndDays(answer), readWeeksAndDays(gold.text));
  const isScore = type === "integer";
  const value = readNumber(answer, { isScore, isPercentage: isScore || /percentage value/i.test(gold.question) });
  if (value === undefined) return false;
  return isScore
    ? roundHalfEven(value) === Number(gold.text)
    : Number(gold.lower) <= value && value <= Number(gold.upper);
}

function sameList(a: readonly number[] | undefined, b: readonly number[] | undefined): boolean {
  return a !== undefined && b !== undefined && a.length === b.length && a.every((value, i) => value === b[i]);
}

/** Python's round(): 2.5 is 2, 3.5 is 4. */
function roundHalfEven(value: number): number {
  const below = Math.floor(value);
  const rest = value - below;
  if (rest !== 0.5) return Math.round(value);
  return below % 2 === 0 ? below : below + 1;
}
