import { clusterSums } from "./cluster-sums.ts";
import { mean, squaresAround } from "./mean.ts";

export interface Intraclass {
  /** the share of variance between clusters, from -1 to 1; absent if the scores do not vary, or if no cluster has two scores */
  readonly icc?: number;
  readonly clusters: number;
  /** the size of clusters in the formula of the icc: (n - Σn_c²/n)/(m-1) */
  readonly n0: number;
  /** Σn_c²/n */
  readonly weightedSize: number;
  /** 1 + (weightedSize - 1) icc, with the icc cut to 0 and 1; an absent icc counts as 0 */
  readonly designEffect: number;
}

/**
 * The intraclass correlation of clustered scores by one-way analysis of variance, with the mean squares added over models that answered the
 * same items: (ΣMSB - ΣMSW)/(ΣMSB + (n0-1)ΣMSW) (Donner 1986). One model gives its own icc.
 * Undefined for fewer than two clusters.
 * @param models the scores of each model, one per item
 * @param clusters one per item
 */
export function pooledIcc(
  models: readonly (readonly number[])[],
  clusters: readonly (string | number)[],
): Intraclass | undefined {
  const n = clusters.length;
  const counts = clusterSums(
    clusters.map(() => 1),
    clusters,
  ).map(({ count }) => count);
  const m = counts.length;
  if (m < 2 || models.length === 0) return undefined;
  const weightedSize = counts.reduce((sum, count) => sum + count * count, 0) / n;
  const n0 = (n - weightedSize) / (m - 1);
  const sizes = { clusters: m, n0, weightedSize };
  let [between, within, scale] = [0, 0, 0];
  for (const scores of models) {
    const centre = mean(scores);
    const squares = clusterSums(scores, clusters).reduce(
      (sum, one) => sum + one.count * (one.sum / one.count - centre) ** 2,
      0,
    );
    between += squares;
    within += Math.max(0, squaresAround(scores, centre) - squares);
    scale += scores.reduce((sum, score) => sum + score * score, 0);
  }
  if (n === m || between + within <= 1e-24 * scale) return { ...sizes, designEffect: 1 };
  const msBetween = between / (m - 1);
  const msWithin = within / (n - m);
  const icc = (msBetween - msWithin) / (msBetween + (n0 - 1) * msWithin);
  return { ...sizes, icc, designEffect: 1 + (weightedSize - 1) * Math.min(1, Math.max(0, icc)) };
}
