import type { Interval } from "./interval.ts";
import { mean } from "./mean.ts";
import type { RatingPair } from "./rating-pair.ts";

export interface Spearman {
  readonly rho: number;
  /** Fisher's 95 % interval tanh(atanh(rho) ± 1.96/√(n-3)); undefined for n < 4, of zero width for rho = ±1, so that no page shows it */
  readonly fisher95?: Interval;
}

/** Spearman's rank correlation with mid-ranks. Undefined if either rater gave one value only. */
export function spearman(pairs: readonly RatingPair[]): Spearman | undefined {
  const rho = correlation(midRanks(pairs.map(([a]) => a)), midRanks(pairs.map(([, b]) => b)));
  if (rho === undefined) return undefined;
  if (pairs.length < 4) return { rho };
  const half = 1.96 / Math.sqrt(pairs.length - 3);
  return { rho, fisher95: { low: Math.tanh(Math.atanh(rho) - half), high: Math.tanh(Math.atanh(rho) + half) } };
}

/** Ranks from 1; equal values share the mean of their ranks. */
function midRanks(values: readonly number[]): number[] {
  const ascending = values.toSorted((a, b) => a - b);
  const ranks = new Map<number, number>();
  for (const [i, value] of ascending.entries())
    if (!ranks.has(value)) ranks.set(value, (i + ascending.lastIndexOf(value)) / 2 + 1);
  return values.map((value) => ranks.get(value) ?? 0);
}

/** Pearson's correlation; undefined without variance. */
function correlation(a: readonly number[], b: readonly number[]): number | undefined {
  const [meanA, meanB] = [mean(a), mean(b)];
  let [ab, aa, bb] = [0, 0, 0];
  for (const [i, valueA] of a.entries()) {
    const [x, y] = [valueA - meanA, (b[i] ?? 0) - meanB];
    ab += x * y;
    aa += x * x;
    bb += y * y;
  }
  if (aa === 0 || bb === 0) return undefined;
  return Math.max(-1, Math.min(1, ab / Math.sqrt(aa * bb)));
}
