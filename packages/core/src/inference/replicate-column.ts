import { addAt } from "./add-at.ts";
import { randomStreams } from "./random-stream.ts";

/** The clusters of the instances that the models answered in one run, such as one subset of a benchmark. */
export interface ClusteredRun {
  readonly clusters: number;
  /** the sum of model j's scores in cluster c, at c * M + j */
  readonly sums: Float64Array;
  /** the number of model j's scores in cluster c, at c * M + j */
  readonly counts: Float64Array;
}

/** One benchmark with the scores of all models in a release. */
export interface ReplicateColumn {
  readonly seed: number;
  /** names the random streams: the benchmark and its metric */
  readonly name: string;
  readonly replicates: number;
  readonly models: number;
  /** The value of a model is the unweighted mean of its means of the runs. */
  readonly runs: readonly ClusteredRun[];
}

export interface ReplicatedColumn {
  /** one per model */
  readonly values: Float64Array;
  /** the cluster-robust variance of each value */
  readonly variances: Float64Array;
  /** the value of model j in replicate b, at b * M + j */
  readonly replicates: Float64Array;
}

/**
 * The joint bootstrap of a benchmark: each replicate draws whole clusters within each run, the same ones for all models. The result is values, variances and
 * replicates one after the other (see `replicatedColumn`).
 */
export function replicateColumn({ seed, name, replicates, models, runs }: ReplicateColumn): Float64Array {
  const result = new Float64Array((2 + replicates) * models);
  const parts = replicatedColumn(result, models);
  for (const run of runs) addOwnMeans(run, models, runs.length, parts);
  const streamOf = randomStreams(seed, name);
  const spaces = runs.map((run) => spaceOf(run, models));
  for (let replicate = 0; replicate < replicates; replicate++) {
    const next = streamOf(replicate);
    const into = parts.replicates.subarray(replicate * models, (replicate + 1) * models);
    for (const space of spaces) {
      space.weights.fill(0);
      for (let i = 0; i < space.clusters; i++) addAt(space.weights, next(space.clusters), 1);
      addMeans(space, models, runs.length, into);
    }
  }
  return result;
}

/** Splits the result of `replicateColumn`. */
export const replicatedColumn = (result: Float64Array, models: number): ReplicatedColumn => ({
  values: result.subarray(0, models),
  variances: result.subarray(models, 2 * models),
  replicates: result.subarray(2 * models),
});

/** Adds a run's share of the values and of their variances: se² = m/(m-1) Σ_c (sum - mean · count)² / n², for m clusters. */
function addOwnMeans(
  { clusters, sums, counts }: ClusteredRun,
  models: number,
  runs: number,
  { values, variances }: ReplicatedColumn,
): void {
  for (let j = 0; j < models; j++) {
    let [sum, count, answered, squares] = [0, 0, 0, 0];
    for (let at = j; at < clusters * models; at += models) {
      sum += sums[at] ?? 0;
      count += counts[at] ?? 0;
      if ((counts[at] ?? 0) > 0) answered++;
    }
    const mean = sum / count;
    for (let at = j; at < clusters * models; at += models) squares += ((sums[at] ?? 0) - mean * (counts[at] ?? 0)) ** 2;
    values[j] = (values[j] ?? 0) + mean / runs;
    variances[j] = (variances[j] ?? 0) + ((answered / (answered - 1)) * squares) / (count * count) / (runs * runs);
  }
}

interface Space extends ClusteredRun {
  /** how often a replicate has drawn each cluster */
  readonly weights: Int32Array;
  /** the number of scores in each cluster, if it is the same for all models */
  readonly common: Float64Array | undefined;
  readonly sum: Float64Array;
  readonly count: Float64Array;
  /** the mean of each model in the data, for a replicate without any score of it */
  readonly means: Float64Array;
}

function spaceOf(run: ClusteredRun, models: number): Space {
  const { clusters, sums, counts } = run;
  const first = Float64Array.from({ length: clusters }, (_, c) => counts[c * models] ?? 0);
  const isCommon = counts.every((count, at) => count === first[Math.floor(at / models)]);
  const totals = (of: Float64Array, j: number): number =>
    of.reduce((total, value, at) => (at % models === j ? total + value : total), 0);
  return {
    ...run,
    weights: new Int32Array(clusters),
    common: isCommon ? first : undefined,
    sum: new Float64Array(models),
    count: new Float64Array(models),
    means: Float64Array.from({ length: models }, (_, j) => totals(sums, j) / totals(counts, j)),
  };
}

function addMeans(space: Space, models: number, runs: number, into: Float64Array): void {
  const { clusters, sums, counts, weights, common, sum, count, means } = space;
  sum.fill(0);
  count.fill(0);
  let all = 0;
  for (let c = 0; c < clusters; c++) {
    const weight = weights[c] ?? 0;
    if (weight === 0) continue;
    addWeighted(sum, sums, c * models, weight);
    if (common === undefined) addWeighted(count, counts, c * models, weight);
    else all += weight * (common[c] ?? 0);
  }
  if (common !== undefined) count.fill(all);
  for (let j = 0; j < models; j++) {
    const n = count[j] ?? 0;
    addAt(into, j, (n > 0 ? (sum[j] ?? 0) / n : (means[j] ?? 0)) / runs);
  }
}

function addWeighted(into: Float64Array, from: Float64Array, start: number, weight: number): void {
  for (let j = 0; j < into.length; j++) into[j] = (into[j] ?? 0) + weight * (from[start + j] ?? 0);
}
