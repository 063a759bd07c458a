import type { IsSame } from "../commitments/decide.ts";
import { NEAR } from "./value-context.ts";
import type { Statement } from "./statement.ts";

/**
 * "40 × 1.5 = 60. 30 × 1 = 30.": the last sum is in a sentence of its own and uses no earlier one. So the total is missing.
 */
export function areParts<T>(text: string, group: readonly Statement<T>[], isSame: IsSame<T>): boolean {
  const last = group.at(-1);
  const others = group.filter(
    ({ sentence, value }) =>
      sentence !== last?.sentence && value !== undefined && last?.value !== undefined && !isSame(value, last.value),
  );
  if (last === undefined || others.length === 0) return false;
  const terms = numbersOf(text.slice(Math.max(last.sentence.from, last.from - NEAR), last.from));
  return !others.some(({ value }) => typeof value === "number" && terms.some((term) => isNear(term, value)));
}
const numbersOf = (text: string): readonly number[] =>
  (text.match(/\d[\d,]*(?:\.\d+)?/g) ?? []).map((digits) => Number(digits.replaceAll(",", "")));
/** Whether two numbers are equal, apart from rounding. */
const isNear = (a: number, b: number): boolean => Math.abs(a - Math.abs(b)) <= 0.02 * Math.abs(b);

/** "6 units for the meal and 2 units for the correction": the next part behind a value that begins the reply */
export function sharesOf<T>(
  text: string,
  kept: readonly Statement<T>[],
  [first]: readonly Statement<T>[],
): readonly Statement<T>[] {
  const next = kept.find((one) => one.sentence === first?.sentence && one.from > first.to);
  if (first === undefined || next === undefined || !PART_BETWEEN.test(text.slice(first.to, next.from))) return [];
  return PART_AFTER.test(text.slice(next.to, next.to + 40)) ? [next] : [];
}
const PART_BETWEEN = /^\s?[\p{L}/]{1,12}\s(?:for|from|at)\s[^.,;:\d]{2,30}\s(?:and|plus)\s(?:another\s)?$/u;
const PART_AFTER = /^\s?[\p{L}/]{1,12}\s(?:for|from|at)\s/u;

/** "oxycodone 90 MME and tramadol 30 MME": two parts without their sum */
export const areShares = <T>(text: string, group: readonly Statement<T>[]): boolean =>
  group.some((one, i) => {
    const next = group[i + 1];
    return next?.sentence === one.sentence && SHARE_NEXT.test(text.slice(one.to, next.from));
  });
const SHARE_NEXT =
  /^\s?[\p{L}/]{1,8}\s(?:for\s\p{L}+\s)?(?:and|und|y|et)\s(?!(?:is|was|it|then|so|thus|therefore|about|the|that)\s)\p{L}{4,}\s(?:\p{L}{3,}\s)?$/u;
