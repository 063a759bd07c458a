import { addAt } from "./add-at.ts";
import type { Replicated } from "./pair-tests.ts";
import { randomStreams } from "./random-stream.ts";

export interface BenchmarkValues {
  /** the value of model j on benchmark u, from 0 to 1, at u * M + j */
  readonly values: Float64Array;
  readonly models: number;
  /** the category of each benchmark */
  readonly categories: readonly string[];
  readonly seed: number;
  readonly replicates: number;
}

export interface SampledBenchmarks extends Replicated {
  /** the variance of each model's average over other benchmarks of the same categories */
  readonly variances: Float64Array;
  /** the number of benchmarks less the number of categories */
  readonly degrees: number;
}

/**
 * The averages that other benchmarks of the same categories would give: benchmarks are drawn within categories, and the deviations of a category of K benchmarks are
 * scaled by √(K/(K-1)) (Rao and Wu 1988), without which families of few benchmarks have 8 to 20 % false differences (docs/statistics.md). Categories of
 * one benchmark form a category together. Undefined if a category has one benchmark even so.
 */
export function sampleBenchmarks(input: BenchmarkValues): SampledBenchmarks | undefined {
  const { models, categories, seed, replicates } = input;
  const strata = strataOf(categories)?.map((units) => stratumOf(input, units));
  if (strata === undefined) return undefined;
  const values = new Float64Array(models);
  const variances = new Float64Array(models);
  for (const { units, mean, deviations, scale } of strata)
    for (const [i] of units.entries())
      for (let j = 0; j < models; j++) {
        addAt(values, j, (mean[j] ?? 0) / categories.length);
        addAt(variances, j, (scale * (deviations[i * models + j] ?? 0)) ** 2);
      }
  const streamOf = randomStreams(seed, "benchmarks");
  const drawn = new Float64Array(replicates * models);
  for (let replicate = 0; replicate < replicates; replicate++) {
    const next = streamOf(replicate);
    const into = drawn.subarray(replicate * models, (replicate + 1) * models);
    into.set(values);
    for (const { units, deviations, scale } of strata)
      for (let i = 0; i < units.length; i++) {
        const start = next(units.length) * models;
        for (let j = 0; j < models; j++) addAt(into, j, scale * (deviations[start + j] ?? 0));
      }
  }
  return { values, variances, replicates: drawn, degrees: categories.length - strata.length };
}

interface Stratum {
  readonly units: readonly number[];
  readonly mean: Float64Array;
  /** value less mean of the stratum's i-th benchmark for model j, at i * M + j */
  readonly deviations: Float64Array;
  /** √(K/(K-1)) / number of benchmarks */
  readonly scale: number;
}

function stratumOf({ values, models, categories }: BenchmarkValues, units: readonly number[]): Stratum {
  const mean = new Float64Array(models);
  for (const unit of units)
    for (let j = 0; j < models; j++) addAt(mean, j, (values[unit * models + j] ?? 0) / units.length);
  const deviations = Float64Array.from({ length: units.length * models }, (_, at) => {
    const j = at % models;
    return (values[(units[Math.floor(at / models)] ?? 0) * models + j] ?? 0) - (mean[j] ?? 0);
  });
  return { units, mean, deviations, scale: Math.sqrt(units.length / (units.length - 1)) / categories.length };
}

/** The benchmarks of each category. */
function strataOf(categories: readonly string[]): number[][] | undefined {
  const groups = [...Map.groupBy(categories.keys(), (unit) => categories[unit]).values()];
  const strata = groups.filter((units) => units.length > 1);
  const alone = groups.filter((units) => units.length === 1).flat();
  if (alone.length > 1) return [...strata, alone];
  const [first, ...others] = strata;
  if (first === undefined) return undefined;
  return [[...first, ...alone], ...others];
}
