import { type NextIndex, randomStreams } from "./random-stream.ts";

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
      draw(space, next);
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

/** A run with the sums and counts of one model after the other, so that a replicate reads them in the order of the clusters. */
interface Space {
  readonly clusters: number;
  readonly sums: Float64Array;
  readonly counts: Float64Array;
  /** how often a replicate has drawn each cluster */
  readonly weights: Int32Array;
  /** the clusters that the replicate has drawn, and how often */
  readonly drawn: Int32Array;
  readonly times: Float64Array;
  drawnClusters: number;
  /** the number of scores in each cluster, if it is the same for all models */
  readonly common: Float64Array | undefined;
  readonly sum: Float64Array;
  readonly count: Float64Array;
  /** the mean of each model in the data, for a replicate without any score of it */
  readonly means: Float64Array;
}

function spaceOf({ clusters, ...run }: ClusteredRun, models: number): Space {
  const sums = byModel(run.sums, clusters, models);
  const counts = byModel(run.counts, clusters, models);
  const first = counts.slice(0, clusters);
  const isCommon = counts.every((count, at) => count === first[at % clusters]);
  const total = (of: Float64Array, j: number): number =>
    of.subarray(j * clusters, (j + 1) * clusters).reduce((sum, value) => sum + value, 0);
  return {
    clusters,
    sums,
    counts,
    weights: new Int32Array(clusters),
    drawn: new Int32Array(clusters),
    times: new Float64Array(clusters),
    drawnClusters: 0,
    common: isCommon ? first : undefined,
    sum: new Float64Array(models),
    count: new Float64Array(models),
    means: Float64Array.from({ length: models }, (_, j) => total(sums, j) / total(counts, j)),
  };
}

function byModel(of: Float64Array, clusters: number, models: number): Float64Array {
  const result = new Float64Array(of.length);
  for (let c = 0; c < clusters; c++)
    for (let j = 0; j < models; j++) result[j * clusters + c] = of[c * models + j] ?? 0;
  return result;
}

/** Draws as many clusters as there are. */
function draw(space: Space, next: NextIndex): void {
  const { clusters, weights, drawn, times } = space;
  weights.fill(0);
  for (let i = 0; i < clusters; i++) {
    const cluster = next(clusters);
    weights[cluster] = (weights[cluster] ?? 0) + 1;
  }
  let found = 0;
  for (let c = 0; c < clusters; c++) {
    const weight = weights[c] ?? 0;
    if (weight === 0) continue;
    drawn[found] = c;
    times[found] = weight;
    found++;
  }
  space.drawnClusters = found;
}

function addMeans(space: Space, models: number, runs: number, into: Float64Array): void {
  const { sums, counts, common, sum, count, means } = space;
  weightedSums(space, sums, sum);
  if (common === undefined) weightedSums(space, counts, count);
  else count.fill(weightedSum(space, common, 0));
  for (let j = 0; j < models; j++) {
    const n = count[j] ?? 0;
    into[j] = (into[j] ?? 0) + (n > 0 ? (sum[j] ?? 0) / n : (means[j] ?? 0)) / runs;
  }
}

/** Sums the drawn clusters for each model. Four models at a time, because each addition waits for the one before it. */
function weightedSums(space: Space, values: Float64Array, into: Float64Array): void {
  const { clusters, drawn, times, drawnClusters } = space;
  let model = 0;
  for (; model + 3 < into.length; model += 4) {
    const first = model * clusters;
    const [second, third, fourth] = [first + clusters, first + 2 * clusters, first + 3 * clusters];
    let [a, b, c, d] = [0, 0, 0, 0];
    for (let i = 0; i < drawnClusters; i++) {
      const cluster = drawn[i] ?? 0;
      const weight = times[i] ?? 0;
      a += weight * (values[first + cluster] ?? 0);
      b += weight * (values[second + cluster] ?? 0);
      c += weight * (values[third + cluster] ?? 0);
      d += weight * (values[fourth + cluster] ?? 0);
    }
    into[model] = a;
    into[model + 1] = b;
    into[model + 2] = c;
    into[model + 3] = d;
  }
  for (; model < into.length; model++) into[model] = weightedSum(space, values, model * clusters);
}

function weightedSum({ drawn, times, drawnClusters }: Space, values: Float64Array, start: number): number {
  let sum = 0;
  for (let i = 0; i < drawnClusters; i++) sum += (times[i] ?? 0) * (values[start + (drawn[i] ?? 0)] ?? 0);
  return sum;
}
