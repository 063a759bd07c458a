import { studentisedInterval } from "./cluster-bootstrap.ts";
import { type ClusterSum, clusterSums } from "./cluster-sums.ts";
import { type ClusterRobust, robustOfSums } from "./cluster-robust.ts";
import type { Interval } from "./interval.ts";
import { tQuantile } from "./quantiles.ts";
import { scoreInterval } from "./score-interval.ts";
import { type Undefined, undefinedBecause } from "./undefined.ts";

export interface RunSample {
  readonly scores: readonly number[];
  /** one per score; absent: every score is independent */
  readonly clusters?: readonly string[];
  /** The numerators and denominators of each cluster, if the run's value is the ratio of their sums. `scores` are then the ratios of single items. */
  readonly ratio?: readonly ClusterSum[];
}

/** Returns the next whole number from 0 to `below` - 1. */
type NextIndex = (below: number) => number;

export interface MeanIntervalOptions {
  /** the smallest and the largest possible score; undefined without bounds */
  readonly range: { readonly min: number; readonly max: number } | undefined;
  /** a stream of random indices for each replicate, which depends on nothing else */
  readonly streamOf: (replicate: number) => NextIndex;
}

export interface MeanInterval extends Interval {
  readonly method: "wilson" | "bounded" | "jeffreys" | "bounded-runs" | "bootstrap";
  /** the effective number of scores; absent for several runs and for the bootstrap */
  readonly nEffective?: number;
  /** Wilson's form on `nEffective`; only for "jeffreys" */
  readonly wilsonForm?: Interval;
}

const LEVEL = 0.95;
const REPLICATES = 1999;

/**
 * The 95 % interval of the unweighted mean of the means of runs. Bounded scores: `scoreInterval` of each run. Several runs are combined by the
 * squared distances from each run's mean to its limits (Zou and Donner 2008). The result has no zero width and no limit beyond the bounds.
 * Ratios of sums, and scores without bounds: the studentised bootstrap of whole clusters within runs. The runs count as independent.
 * The replicates of few clusters repeat the same values, so that its limits are then at least those of Student's t.
 */
export function meanInterval(
  runs: readonly RunSample[],
  { range, streamOf }: MeanIntervalOptions,
): MeanInterval | Undefined {
  if (runs.length === 0 || runs.some(({ scores }) => scores.length === 0))
    return undefinedBecause("there are no scores");
  if (runs.some(({ scores }) => scores.length === 1)) return undefinedBecause("there is one score");
  if (range === undefined || runs.some(({ ratio }) => ratio !== undefined))
    return bootstrapInterval(runs, range, streamOf);
  const intervals = runs.map((run) => scoreInterval({ ...run, ...range }));
  const parts = intervals.flatMap((interval, i) =>
    interval === undefined ? [] : [{ interval, mean: meanOf(runs[i]) }],
  );
  const [only] = parts;
  if (parts.length < runs.length || only === undefined) return undefinedBecause(ONE_CLUSTER);
  if (runs.length === 1) {
    const { low, high, nEffective, method, wilsonForm } = only.interval;
    return { low, high, nEffective, method, ...(wilsonForm && { wilsonForm }) };
  }
  const mean = parts.reduce((sum, part) => sum + part.mean, 0) / parts.length;
  const below = Math.hypot(...parts.map((part) => part.mean - part.interval.low)) / parts.length;
  const above = Math.hypot(...parts.map((part) => part.interval.high - part.mean)) / parts.length;
  return { low: mean - below, high: mean + above, method: "bounded-runs" };
}

const meanOf = (run: RunSample | undefined): number =>
  run === undefined ? Number.NaN : run.scores.reduce((sum, score) => sum + score, 0) / run.scores.length;

const ONE_CLUSTER = "all scores of a run are in one cluster";

/** Of fewer clusters, the bootstrap alone covers too little (docs/statistics.md). */
const FEW = 30;

function bootstrapInterval(
  runs: readonly RunSample[],
  range: MeanIntervalOptions["range"],
  streamOf: MeanIntervalOptions["streamOf"],
): MeanInterval | Undefined {
  const samples = runs.map(({ scores, clusters, ratio }) => ratio ?? clusterSums(scores, clusters));
  if (samples.some((sums) => sums.length < 2)) return undefinedBecause(ONE_CLUSTER);
  if (samples.some((sums) => effectiveClusters(sums) < LEAST_EFFECTIVE)) return undefinedBecause(ONE_WEIGHT);
  const parts = samples.flatMap((sums) => robustOfSums(sums) ?? []);
  const estimate = combined(parts);
  if (estimate.se === 0) return undefinedBecause("the scores do not vary");
  const replicates = Array.from({ length: REPLICATES }, (_, replicate) => {
    const next = streamOf(replicate);
    return combined(samples.map((sums) => resampled(sums, next)));
  });
  const interval = studentisedInterval(estimate, replicates, LEVEL);
  if (interval === undefined) return undefinedBecause("no sample of the clusters varies");
  const hasFew = samples.some(({ length }) => length < FEW);
  const { low, high } = hasFew ? hull(interval, studentInterval(estimate.mean, parts)) : interval;
  return {
    low: Math.max(low, range?.min ?? low),
    high: Math.min(high, range?.max ?? high),
    method: "bootstrap",
  };
}

/** Below it, one cluster has about four fifths of the weight or more. */
const LEAST_EFFECTIVE = 1.5;
const ONE_WEIGHT = "one cluster has most of the weight of a run";

/** The number of equal clusters with the same variance of a mean (Kish 1965). */
function effectiveClusters(sums: readonly ClusterSum[]): number {
  const total = sums.reduce((sum, { count }) => sum + count, 0);
  return total ** 2 / sums.reduce((sum, { count }) => sum + count ** 2, 0);
}

const hull = (a: Interval, b: Interval): Interval => ({ low: Math.min(a.low, b.low), high: Math.max(a.high, b.high) });

/** Student's t, with the degrees of freedom of Satterthwaite 1946. */
function studentInterval(mean: number, runs: readonly ClusterRobust[]): Interval {
  const variances = runs.map(({ se = 0 }) => se ** 2);
  const variance = variances.reduce((sum, one) => sum + one, 0);
  const degrees = variance ** 2 / variances.reduce((sum, one, i) => sum + one ** 2 / (runs[i]?.degrees ?? 1), 0);
  const half = (tQuantile((1 + LEVEL) / 2, degrees) * Math.sqrt(variance)) / runs.length;
  return { low: mean - half, high: mean + half };
}

/** The unweighted mean of runs and its standard error. */
function combined(runs: readonly ClusterRobust[]): ClusterRobust {
  const mean = runs.reduce((sum, one) => sum + one.mean, 0) / runs.length;
  const se = Math.sqrt(runs.reduce((sum, one) => sum + (one.se ?? 0) ** 2, 0)) / runs.length;
  return { mean, se, clusters: runs[0]?.clusters ?? 0, degrees: runs[0]?.degrees ?? 0 };
}

/** The mean and the standard error of as many clusters, drawn with replacement. */
function resampled(sums: readonly ClusterSum[], next: NextIndex): ClusterRobust {
  const m = sums.length;
  let [n, total, squares, products, counts] = [0, 0, 0, 0, 0];
  for (let i = 0; i < m; i++) {
    const { count = 0, sum = 0 } = sums[next(m)] ?? {};
    n += count;
    total += sum;
    squares += sum * sum;
    products += sum * count;
    counts += count * count;
  }
  const mean = total / n;
  const residual = squares - 2 * mean * products + mean * mean * counts;
  // what remains of equal means is rounding
  const variance = residual <= 1e-12 * squares ? 0 : (residual * m) / ((m - 1) * n * n);
  return { mean, se: Math.sqrt(variance), clusters: m, degrees: m - 1 };
}
