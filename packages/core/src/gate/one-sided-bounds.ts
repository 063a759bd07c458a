import type { ItemScore } from "../inference/column-items.ts";
import type { MainRange } from "../run/spec/main-range.ts";
import { clusterSums } from "../statistics/cluster-sums.ts";
import { clusterRobust, robustOfSums } from "../statistics/cluster-robust.ts";
import { mean } from "../statistics/mean.ts";
import { tCritical } from "../statistics/quantiles.ts";
import { scoreInterval } from "../statistics/score-interval.ts";

/** A number with its one-sided 95 % bounds: the true value is above `low` in 95 of 100 samples, and below `high` in 95 of 100. */
export interface Bounded {
  readonly value: number;
  readonly low: number;
  readonly high: number;
  /** the number of items behind it */
  readonly n: number;
  /** the spread that n independent items of this precision would have: se √n */
  readonly sd: number;
}

/** Two one-sided levels of 95 % are the ends of one interval of 90 %. */
const LEVEL = 0.9;

/** An item that both runs have a score for. */
export interface ItemPair {
  readonly now: ItemScore;
  readonly before: ItemScore;
}

/**
 * Bounds the mean of a run's scores. Undefined without scores, for one cluster, and without a range if no two scores differ.
 * @param range the possible scores; undefined: they have no bounds
 */
export function boundedMean(items: readonly ItemScore[], range: MainRange | undefined): Bounded | undefined {
  const scored = items.flatMap((item) => (item.value === null ? [] : [{ ...item, value: item.value }]));
  const clusters = clustersOf(scored);
  if (scored.some(({ weight }) => weight !== undefined))
    return studentised(robustOfSums(ratioSums(scored, clusters)), scored.length);
  return boundsOf(
    scored.map(({ value }) => value),
    clusters,
    range,
  );
}

/**
 * Bounds the mean difference of two runs on the same items, by whole clusters. Differences of bounded scores have the form of Jeffreys' interval, so
 * that equal scores do not give a bound of zero width. Other differences have Student's t.
 */
export function boundedDifference(pairs: readonly ItemPair[], range: MainRange | undefined): Bounded | undefined {
  const clusters = clustersOf(pairs.map(({ now }) => now));
  if (pairs.some(({ now, before }) => now.weight !== undefined || before.weight !== undefined))
    return boundedRatioDifference(pairs, clusters);
  const differences = pairs.map(({ now, before }) => (now.value ?? 0) - (before.value ?? 0));
  const width = range === undefined ? undefined : range.max - range.min;
  return boundsOf(differences, clusters, width === undefined ? undefined : { min: -width, max: width });
}

/** The name of each item's cluster; undefined if no item has one. */
function clustersOf(items: readonly ItemScore[]): readonly string[] | undefined {
  if (items.every(({ cluster }) => cluster === undefined)) return undefined;
  return items.map(({ id, cluster }) => (cluster === undefined ? `item ${id}` : `cluster ${cluster}`));
}

function boundsOf(
  scores: readonly number[],
  clusters: readonly string[] | undefined,
  range: MainRange | undefined,
): Bounded | undefined {
  const robust = clusterRobust(scores, clusters);
  const isInRange = range !== undefined && scores.every((score) => score >= range.min && score <= range.max);
  if (!isInRange) return studentised(robust, scores.length);
  const interval = scoreInterval({
    scores,
    ...range,
    level: LEVEL,
    ...(clusters === undefined ? {} : { clusters }),
  });
  if (interval === undefined || robust?.se === undefined) return undefined;
  const { low, high } = interval;
  return { value: mean(scores), low, high, n: scores.length, sd: robust.se * Math.sqrt(scores.length) };
}

function studentised(robust: ReturnType<typeof robustOfSums>, n: number): Bounded | undefined {
  if (robust?.se === undefined || robust.se === 0) return undefined;
  const half = tCritical(LEVEL, robust.degrees) * robust.se;
  return { value: robust.mean, low: robust.mean - half, high: robust.mean + half, n, sd: robust.se * Math.sqrt(n) };
}

/** The difference of two ratios of sums, linearised: each cluster's part of both. */
function boundedRatioDifference(
  pairs: readonly ItemPair[],
  clusters: readonly string[] | undefined,
): Bounded | undefined {
  const [now, before] = [pairs.map((pair) => pair.now), pairs.map((pair) => pair.before)];
  const [own, other] = [linearised(now, clusters), linearised(before, clusters)];
  if (own === undefined || other === undefined) return undefined;
  const robust = clusterRobust(own.parts.map((part, i) => part - (other.parts[i] ?? 0)));
  const bounded = studentised(robust, pairs.length);
  if (bounded === undefined) return undefined;
  const difference = own.ratio - other.ratio;
  const shift = difference - bounded.value;
  return { ...bounded, value: difference, low: bounded.low + shift, high: bounded.high + shift };
}

/** The ratio of the sums, and each cluster's deviation from it, in units whose mean has the ratio's standard error. */
function linearised(items: readonly ItemScore[], clusters: readonly string[] | undefined) {
  const sums = ratioSums(items, clusters);
  const count = sums.reduce((total, one) => total + one.count, 0);
  if (count === 0) return undefined;
  const ratio = sums.reduce((total, one) => total + one.sum, 0) / count;
  return { ratio, parts: sums.map((one) => ((one.sum - ratio * one.count) * sums.length) / count) };
}

function ratioSums(items: readonly ItemScore[], clusters: readonly string[] | undefined) {
  const numerators = clusterSums(
    items.map(({ value, weight = 1 }) => (value ?? 0) * weight),
    clusters,
  );
  const denominators = clusterSums(
    items.map(({ weight = 1 }) => weight),
    clusters,
  );
  return numerators.map(({ sum }, i) => ({ sum, count: denominators[i]?.sum ?? 0 }));
}
