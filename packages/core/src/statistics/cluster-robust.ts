import { type ClusterSum, clusterSums } from "./cluster-sums.ts";
import type { Interval } from "./interval.ts";
import { tCritical } from "./quantiles.ts";

export interface ClusterRobust {
  readonly mean: number;
  readonly clusters: number;
  /** the standard error with the factor m/(m-1); absent for one cluster. 0 if all clusters have the same mean */
  readonly se?: number;
  /** the standard error without that factor, as in Miller 2024 (arXiv 2411.00640); absent for one cluster */
  readonly seMiller?: number;
  /** clusters less one */
  readonly degrees: number;
}

/**
 * The mean of scores and its standard error, robust against dependence within clusters:
 * se² = m/(m-1) Σ_c (Σ_i (y_i - mean))² / n² (Liang and Zeger 1986, CR1 without covariates).
 * Undefined without scores.
 * @param clusters one per score; absent: all scores are independent
 */
export function clusterRobust(
  scores: readonly number[],
  clusters?: readonly (string | number)[],
): ClusterRobust | undefined {
  return robustOfSums(clusterSums(scores, clusters));
}

/** The same from the sums of clusters. For sums of numerators and denominators it is the ratio, linearised. Undefined if the counts add to 0. */
export function robustOfSums(sums: readonly ClusterSum[]): ClusterRobust | undefined {
  let [n, total] = [0, 0];
  for (const { count, sum } of sums) {
    n += count;
    total += sum;
  }
  if (n === 0) return undefined;
  const mean = total / n;
  const m = sums.length;
  if (m < 2) return { mean, clusters: m, degrees: m - 1 };
  let [squares, scale] = [0, 0];
  for (const { count, sum } of sums) {
    squares += (sum - count * mean) ** 2;
    scale += sum * sum + (count * mean) ** 2;
  }
  // what remains of equal means is rounding
  const seMiller = squares <= 1e-24 * scale ? 0 : Math.sqrt(squares) / Math.abs(n);
  return { mean, clusters: m, degrees: m - 1, se: seMiller * Math.sqrt(m / (m - 1)), seMiller };
}

/** Student's interval of the mean. Undefined for one cluster and for a standard error of 0. */
export function tInterval({ mean, se, degrees }: ClusterRobust, level: number): Interval | undefined {
  if (se === undefined || se === 0) return undefined;
  const half = tCritical(level, degrees) * se;
  return { low: mean - half, high: mean + half };
}
