import type { RatingPair } from "./rating-pair.ts";

export interface PairAgreement {
  /** the share of equal pairs */
  readonly exactShare: number;
  /** the share of pairs that differ by at most 1 */
  readonly withinOne: number;
  /** the mean of b - a */
  readonly meanBias: number;
}

/** Ratings that are means differ from whole numbers by rounding, so a difference counts as 1 up to this much above it. */
const ROUNDING = 1e-9;

const differsBy = ([a, b]: RatingPair, limit: number): boolean => Math.abs(a - b) <= limit + ROUNDING;
export const isWithinOne = (pair: RatingPair): boolean => differsBy(pair, 1);

/** Counts how two raters differ. Undefined without pairs. */
export function pairAgreement(pairs: readonly RatingPair[]): PairAgreement | undefined {
  const n = pairs.length;
  if (n === 0) return undefined;
  const share = (limit: number): number => pairs.filter((pair) => differsBy(pair, limit)).length / n;
  return { exactShare: share(0), withinOne: share(1), meanBias: pairs.reduce((sum, [a, b]) => sum + b - a, 0) / n };
}
