import { mean, squaresAround } from "./mean.ts";

export interface Repeats {
  /** the mean over items of the mean of their scores */
  readonly mean: number;
  /** the variance between repeats of one item; absent if no item has two scores */
  readonly withinVariance?: number;
  /** the variance between items, at least 0; absent for one item, and if no item has two scores */
  readonly betweenVariance?: number;
  /** within/(within + between); absent if one is absent, or if the scores do not vary */
  readonly withinShare?: number;
  /** the share of unequal pairs among all pairs of repeats of one item; absent if no item has two scores */
  readonly flipRate?: number;
  /** the mean over items of the lowest, and of the highest score */
  readonly worstOfK: number;
  readonly bestOfK: number;
}

/**
 * Measures a model's consistency over K repeats of each item, by one-way components of variance (Searle et al. 1992).
 * Items may have different numbers of scores. Undefined without scores.
 * @param scores the scores of each item
 */
export function repeats(scores: readonly (readonly number[])[]): Repeats | undefined {
  const items = scores.filter((item) => item.length > 0);
  if (items.length === 0) return undefined;
  const means = items.map(mean);
  const found = {
    mean: mean(means),
    worstOfK: mean(items.map((item) => Math.min(...item))),
    bestOfK: mean(items.map((item) => Math.max(...item))),
  };
  const n = items.reduce((sum, item) => sum + item.length, 0);
  if (n === items.length) return found;
  const withinVariance =
    items.reduce((sum, item, i) => sum + squaresAround(item, means[i] ?? 0), 0) / (n - items.length);
  const pairs = items.reduce((sum, item) => sum + (item.length * (item.length - 1)) / 2, 0);
  const flipRate = items.reduce((sum, item) => sum + unequalPairs(item), 0) / pairs;
  if (items.length < 2) return { ...found, withinVariance, flipRate };
  const all = items.reduce((sum, item, i) => sum + item.length * (means[i] ?? 0), 0) / n;
  const msBetween =
    items.reduce((sum, item, i) => sum + item.length * ((means[i] ?? 0) - all) ** 2, 0) / (items.length - 1);
  const size = (n - items.reduce((sum, item) => sum + item.length ** 2, 0) / n) / (items.length - 1);
  const betweenVariance = Math.max(0, (msBetween - withinVariance) / size);
  const total = withinVariance + betweenVariance;
  return {
    ...found,
    withinVariance,
    flipRate,
    betweenVariance,
    ...(total > 0 ? { withinShare: withinVariance / total } : {}),
  };
}

function unequalPairs(item: readonly number[]): number {
  let count = 0;
  for (const [i, score] of item.entries()) for (const other of item.slice(i + 1)) if (score !== other) count += 1;
  return count;
}
