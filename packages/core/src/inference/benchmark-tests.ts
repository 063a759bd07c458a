import { tCdf } from "../statistics/distributions.ts";
import { holm } from "../statistics/multiple-testing.ts";
import { addAt } from "./add-at.ts";

export interface BenchmarkValues {
  /** the value of model j on benchmark u, from 0 to 1, at u * M + j */
  readonly values: Float64Array;
  readonly models: number;
  /** the category of each benchmark */
  readonly categories: readonly string[];
}

export interface BenchmarkTests {
  /** each model's average */
  readonly values: Float64Array;
  /** the variance of each average over other benchmarks of the same categories */
  readonly variances: Float64Array;
  /** the number of benchmarks less the number of categories */
  readonly degrees: number;
  /** the adjusted p-value of "model j is not better than model k", at j * M + k; NaN on the diagonal */
  readonly adjustedP: Float64Array;
}

/**
 * Tests whether the order of averages would be the same on other benchmarks of the same categories. It is a t-test of the paired differences, with
 * benchmarks within categories as units and Holm's adjustment over all ordered pairs. A bootstrap of 37 benchmarks or fewer has false differences in
 * 5 to 18 % of releases with two or three equal models (docs/statistics.md). Categories of one benchmark form a category together. Undefined if a
 * category has one benchmark even so.
 */
export function benchmarkTests({ values, models, categories }: BenchmarkValues): BenchmarkTests | undefined {
  const strata = strataOf(categories);
  if (strata === undefined) return undefined;
  const count = categories.length;
  const averages = new Float64Array(models);
  for (let unit = 0; unit < count; unit++)
    for (let j = 0; j < models; j++) addAt(averages, j, (values[unit * models + j] ?? 0) / count);
  const variances = averages.map((_, j) => varianceOf(strata, count, (unit) => values[unit * models + j] ?? 0));
  const degrees = count - strata.length;
  const pairs = [...Array(models * models).keys()].filter((at) => Math.floor(at / models) !== at % models);
  const p = pairs.map((at) => {
    const [j, k] = [Math.floor(at / models), at % models];
    const error = Math.sqrt(
      varianceOf(strata, count, (unit) => (values[unit * models + j] ?? 0) - (values[unit * models + k] ?? 0)),
    );
    const difference = (averages[j] ?? 0) - (averages[k] ?? 0);
    // a constant difference has no error: only its sign counts
    if (error < 1e-12) return difference > 1e-12 ? 0.5 ** count : 1;
    return tCdf(-difference / error, degrees);
  });
  const adjustedP = new Float64Array(models * models).fill(Number.NaN);
  for (const [i, adjusted] of holm(p).entries()) adjustedP[pairs[i] ?? 0] = adjusted;
  return { values: averages, variances, degrees, adjustedP };
}

/** Σ_categories K/(K-1) Σ (value - mean of the category)² / benchmarks² */
function varianceOf(strata: readonly number[][], count: number, valueOf: (unit: number) => number): number {
  let variance = 0;
  for (const units of strata) {
    const mean = units.reduce((sum, unit) => sum + valueOf(unit), 0) / units.length;
    const squares = units.reduce((sum, unit) => sum + (valueOf(unit) - mean) ** 2, 0);
    variance += ((units.length / (units.length - 1)) * squares) / (count * count);
  }
  return variance;
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
