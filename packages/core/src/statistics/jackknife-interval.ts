import type { Interval } from "./interval.ts";
import { tCritical } from "./quantiles.ts";
import { mean, squaresAround } from "./mean.ts";
import { type Undefined, undefinedBecause } from "./undefined.ts";

export interface JackknifeOptions {
  /** "correlation": the estimate is between -1 and 1, and the interval is made on Fisher's scale, atanh */
  readonly of: "correlation" | "difference";
}

/**
 * The 95 % interval of an estimate over drawn items, from the estimates that leave out one item each. It uses the jackknife's standard error with t
 * on the number of items less one. All rows of an item count as one draw, so that repeated ratings of one item do not narrow it. It is undefined,
 * with the reason, for fewer than three items and for a correlation of ±1. It is also undefined if an estimate without one item does not exist, or if
 * all are equal. Source: Efron and Tibshirani 1993, chapter 11. docs/agreement.md has its measured coverage.
 */
export function jackknifeInterval<T>(
  items: readonly T[],
  estimate: (items: readonly T[]) => number | undefined,
  { of }: JackknifeOptions,
): Interval | Undefined {
  const n = items.length;
  if (n < 3) return undefinedBecause("an interval needs three items");
  const [forward, back] = of === "correlation" ? [Math.atanh, Math.tanh] : [(x: number) => x, (x: number) => x];
  const at = (some: readonly T[]): number => forward(estimate(some) ?? Number.NaN);
  const centre = at(items);
  if (!Number.isFinite(centre)) return undefinedBecause(PERFECT);
  const without = items.map((_, i) => at(items.toSpliced(i, 1)));
  if (without.some(Number.isNaN)) return undefinedBecause("without one of the items the value does not exist");
  if (!without.every(Number.isFinite)) return undefinedBecause(`without one of the items ${PERFECT}`);
  const se = Math.sqrt(((n - 1) / n) * squaresAround(without, mean(without)));
  const half = tCritical(0.95, n - 1) * se;
  if (half <= 1e-12) return undefinedBecause("the items do not differ");
  return { low: back(centre - half), high: back(centre + half) };
}

/** ±1 is infinite on Fisher's scale. */
const PERFECT = "the correlation is perfect";
