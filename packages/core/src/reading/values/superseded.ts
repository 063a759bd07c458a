import { lazyPattern } from "../../text/lazy-pattern.ts";
import { isWeaker, type Strength } from "../commitments/commitment.ts";
import { type Equation, equations } from "../numbers/equations.ts";
import type { Statement } from "./statement.ts";

/**
 * Leaves out the values with which the reply goes on to calculate, if it states the result as firmly: of "The current score is 0. ... making the
 * total 0 + 1 = 1. ... 1 + 2 = 3. The score is 3." only 3 is left.
 */
export function withoutSuperseded<T>(text: string, kept: readonly Statement<T>[]): readonly Statement<T>[] {
  if (kept.length < 2) return kept;
  const last = kept.findLast(({ isRunning, strength }) => !isRunning && !isWeaker(strength, "total"));
  const result = kept.findLast((one) => !one.isRunning && isStatedAsScore(text, one));
  const isPassed = ({ isRunning, to, sentence }: Statement<T>): boolean =>
    isRunning && ((last?.from ?? -1) > to || (result !== undefined && result.sentence.from >= sentence.to));
  const ends = endsOf(equations(text).slice(-MOST), kept);
  const isRate = (one: Statement<T>): boolean =>
    isConverted(text, one) && kept.some((other) => isComputedFrom(one, other));
  const isAddedTo = (one: Statement<T>, i: number): boolean =>
    kept.slice(i + 1, i + NEXT).some((other) => isSumOf(text, one, other));
  return kept.filter(
    (one, i) => !isPassed(one) && !isRate(one) && !isAddedTo(one, i) && !ends.some((end) => isUsed(one, end)),
  );
}

/** "The score is 3" behind a total that went on. */
const isStatedAsScore = <T>(text: string, { from, sentence, strength }: Statement<T>): boolean =>
  !isWeaker(strength, "result") && SCORE_BEFORE.test(text.slice(Math.max(sentence.from, from - 60), from));
const SCORE_BEFORE = lazyPattern(
  String.raw`(?<!\p{L})(?:score|total|result|answer|sum)(?:\s(?:is|comes to|equals))?(?:\s(?:therefore|thus|then|now))?\s?[:=]?\s?$`,
  "iu",
);

/** "69 - 10 = 59, nursing home +10, BUN +20 → 89": the line adds to a value up to another one. */
const isSumOf = <T>(text: string, { to }: Statement<T>, { from }: Statement<T>): boolean =>
  from > to && from - to < LONGEST && ADDS_UP.test(text.slice(to, from));
const ADDS_UP = /^[^\d=→⇒\n]{0,60}[\s(:]\+\s?\d[^=→⇒\n]*(?:=|→|⇒|-+>)\s?["'([*]*$/u;
const LONGEST = 200;
/** A line adds at most this many numbers. */
const NEXT = 12;

/** "5 mg of prednisolone ≈ hydrocortisone 20 mg": an equivalence without arithmetic. */
const CONVERTED = lazyPattern(
  String.raw`(?:^|[.,;:(]\s?)[^.,;:=≈\d]{0,60}\d[\d.,]*\s?[^\s\d=≈]{1,12}(?:\s(?:of\s)?[\p{L}-]+){0,2}\s?(?:≈|=|≙|~|(?:is\s)?(?:equivalent to|equal to)|equals|corresponds to)\s?(?:[\p{L}-]+\s){0,2}$`,
  "iu",
);
const isConverted = <T>(text: string, { from, sentence }: Statement<T>): boolean =>
  CONVERTED.test(text.slice(Math.max(sentence.from, from - 160), from));

/** Whether a later sentence calculates a value that is as firm. */
const isComputedFrom = <T>(one: Statement<T>, other: Statement<T>): boolean =>
  other.from > one.to &&
  other.sentence !== one.sentence &&
  (other.isSum === true || CONCLUDES.test(other.sentence.text)) &&
  !isWeaker(other.strength, one.strength);

/** "So 30 mg of prednisone corresponds to 4.5 mg of dexamethasone." */
const CONCLUDES = lazyPattern(
  String.raw`^[^\p{L}]*(?:hence|so|therefore|thus|accordingly|consequently)(?!\p{L})`,
  "iu",
);

/** A reply in a loop may calculate more often. */
const MOST = 300;

/** An equation with the greatest strength of a statement of its result, or of what is calculated from it. */
interface End extends Equation {
  readonly strength: Strength;
}

function endsOf<T>(all: readonly Equation[], kept: readonly Statement<T>[]): readonly End[] {
  const ends: End[] = [];
  for (const equation of all.toReversed()) {
    const { at, result } = equation;
    const stated = kept.filter(({ value, to }) => to > at && typeof value === "number" && isNear(value, result));
    const next = ends.filter(({ operands, result: end }) => operands.includes(result) && !isNear(result, end));
    const strengths = [...stated, ...next].map(({ strength }) => strength);
    if (strengths.length > 0)
      ends.push({ ...equation, strength: strengths.reduce((a, b) => (isWeaker(a, b) ? b : a)) });
  }
  return ends;
}

const isUsed = <T>(one: Statement<T>, { operands, result, at, strength }: End): boolean =>
  typeof one.value === "number" &&
  at > one.to &&
  !isNear(one.value, result) &&
  operands.includes(one.value) &&
  !isWeaker(strength, leastOf(one));

/** A total replaces what was called the score before it. */
const leastOf = <T>({ strength }: Statement<T>): Strength => (isWeaker("total", strength) ? "total" : strength);

const isNear = (a: number, b: number): boolean => Math.abs(a - b) <= 0.005 * Math.max(Math.abs(a), Math.abs(b));
