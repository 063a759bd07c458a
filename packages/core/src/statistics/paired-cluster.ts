import { clusterRobust, tInterval } from "./cluster-robust.ts";
import { tTwoSided } from "./distributions.ts";
import type { Interval } from "./interval.ts";

export interface PairedDifference {
  readonly n: number;
  readonly difference: number;
  /** absent for one cluster */
  readonly se?: number;
  /** absent if se is absent or 0 */
  readonly t?: number;
  readonly degrees: number;
  /** two-sided; 1 where difference and se are 0; absent for one cluster, and for equal differences other than 0 */
  readonly p?: number;
  /** absent if se is absent or 0 */
  readonly interval?: Interval;
}

/**
 * The mean difference of two models on the same items, with a cluster-robust t-test on m-1 degrees of freedom.
 * Undefined without items.
 * @param clusters one per item; absent: all items are independent
 */
export function pairedCluster(
  a: readonly number[],
  b: readonly number[],
  clusters?: readonly (string | number)[],
  level = 0.95,
): PairedDifference | undefined {
  const robust = clusterRobust(
    a.map((score, i) => score - (b[i] ?? Number.NaN)),
    clusters,
  );
  if (robust === undefined) return undefined;
  const { mean: difference, se, degrees } = robust;
  const found = { n: a.length, difference, degrees };
  if (se === undefined) return found;
  if (se === 0) return difference === 0 ? { ...found, se, p: 1 } : { ...found, se };
  const t = difference / se;
  const interval = tInterval(robust, level);
  return { ...found, se, t, p: tTwoSided(t, degrees), ...(interval === undefined ? {} : { interval }) };
}
