/** The part of a cluster in a mean of clustered scores. */
export interface ClusterSum {
  /** the number of scores; for a ratio the sum of denominators */
  readonly count: number;
  /** the sum of scores; for a ratio the sum of numerators */
  readonly sum: number;
}

/**
 * Adds the scores of each cluster, in the order of first appearance. Without clusters, each score is a cluster of its own.
 * @param clusters one per score
 */
export function clusterSums(scores: readonly number[], clusters?: readonly (string | number)[]): readonly ClusterSum[] {
  if (clusters === undefined) return scores.map((sum) => ({ count: 1, sum }));
  const sums = new Map<string | number, { count: number; sum: number }>();
  for (const [i, score] of scores.entries()) {
    const cluster = clusters[i] ?? "";
    const total = sums.get(cluster);
    if (total === undefined) sums.set(cluster, { count: 1, sum: score });
    else {
      total.count += 1;
      total.sum += score;
    }
  }
  return [...sums.values()];
}
