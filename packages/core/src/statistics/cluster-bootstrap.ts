import { type ClusterRobust, robustOfSums } from "./cluster-robust.ts";
import type { ClusterSum } from "./cluster-sums.ts";
import { normalCdf } from "./distributions.ts";
import type { Interval } from "./interval.ts";
import { normalQuantile } from "./quantiles.ts";
import { sampleQuantile } from "./sample-quantile.ts";

export interface ClusterBootstrap {
  readonly mean: number;
  /** replicates whose standard error is above 0 */
  readonly replicatesUsed: number;
  /** Davison and Hinkley 1997, 5.2: the only one of the three to show. Absent if no replicate has a standard error */
  readonly studentised?: Interval;
  /** too narrow with few clusters; for checking code only */
  readonly percentile: Interval;
  /** Efron 1987, with a jackknife over clusters; for checking code only. Absent if the clusters or the replicates do not differ */
  readonly bca?: Interval & { readonly z0: number; readonly acceleration: number };
}

/**
 * The intervals of a mean, or of a ratio, from resampled clusters.
 * Undefined for fewer than two clusters, without resamples, or if the counts add to 0.
 * @param sums sums of scores, or of numerators and denominators, one per cluster
 * @param resamples each has the indices of its clusters
 */
export function clusterBootstrap(
  sums: readonly ClusterSum[],
  resamples: readonly (readonly number[])[],
  level = 0.95,
): ClusterBootstrap | undefined {
  const robust = robustOfSums(sums);
  if (robust?.se === undefined || resamples.length === 0) return undefined;
  const replicates = resamples.flatMap((indices) => robustOfSums(indices.flatMap((index) => sums[index] ?? [])) ?? []);
  if (replicates.length === 0) return undefined;
  const means = Float64Array.from(replicates, (one) => one.mean).toSorted();
  const studentised = studentisedInterval(robust, replicates, level);
  const bca = bcaInterval(sums, robust.mean, means, level);
  return {
    mean: robust.mean,
    replicatesUsed: replicates.filter(({ se = 0 }) => se > 0).length,
    percentile: { low: sampleQuantile(means, (1 - level) / 2), high: sampleQuantile(means, (1 + level) / 2) },
    ...(studentised === undefined ? {} : { studentised }),
    ...(bca === undefined ? {} : { bca }),
  };
}

/** mean - q se, with the quantiles q of (mean* - mean)/se* over replicates with se* > 0 */
export function studentisedInterval(
  { mean, se = 0 }: ClusterRobust,
  replicates: readonly ClusterRobust[],
  level: number,
): Interval | undefined {
  const ts = Float64Array.from(replicates.flatMap((one) => (one.se ? [(one.mean - mean) / one.se] : []))).toSorted();
  if (ts.length === 0 || se === 0) return undefined;
  return {
    low: mean - sampleQuantile(ts, (1 + level) / 2) * se,
    high: mean - sampleQuantile(ts, (1 - level) / 2) * se,
  };
}

/** Equal means differ in their last digits, because sums depend on the order. */
const TIE = 1e-12;

function bcaInterval(
  sums: readonly ClusterSum[],
  mean: number,
  means: Float64Array,
  level: number,
): ClusterBootstrap["bca"] {
  const near = TIE * Math.max(1, Math.abs(mean));
  const below = means.reduce((count, one) => count + (Math.abs(one - mean) <= near ? 0.5 : one < mean ? 1 : 0), 0);
  const z0 = normalQuantile(below / means.length);
  const acceleration = accelerationOf(sums);
  if (!Number.isFinite(z0) || acceleration === undefined) return undefined;
  const at = (p: number): number => {
    const z = z0 + normalQuantile(p);
    return sampleQuantile(means, normalCdf(z0 + z / (1 - acceleration * z)));
  };
  return { z0, acceleration, low: at((1 - level) / 2), high: at((1 + level) / 2) };
}

/** Σd³/(6(Σd²)^1.5) over the means without one cluster. Undefined if they are equal. */
function accelerationOf(sums: readonly ClusterSum[]): number | undefined {
  const count = sums.reduce((total, one) => total + one.count, 0);
  const sum = sums.reduce((total, one) => total + one.sum, 0);
  const without = sums.map((one) => (sum - one.sum) / (count - one.count));
  const centre = without.reduce((total, one) => total + one, 0) / without.length;
  let [squares, cubes] = [0, 0];
  for (const one of without) {
    squares += (centre - one) ** 2;
    cubes += (centre - one) ** 3;
  }
  return squares > 0 ? cubes / (6 * squares ** 1.5) : undefined;
}
