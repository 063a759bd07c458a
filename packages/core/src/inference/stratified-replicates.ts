import { greatest } from "../greatest.ts";
import type { PairErrors, Replicated } from "./pair-tests.ts";

export interface Units {
  /** the scores from 0 to 1 of model j on unit u, at j * U + u; a unit is an item or a benchmark */
  readonly scores: Float64Array;
  readonly models: number;
  /** one per unit: the number of its stratum from 0, e.g. the category of a benchmark */
  readonly strata: Int32Array;
}

/**
 * Computes the models' means over units, and the standard error of each difference of two means, in the data and in each replicate. It uses se² =
 * Σ_strata (share of units)² · variance of the differences / units of the stratum + 1/U². Because of the last term, a constant difference has an
 * error, too. Each stratum needs two units.
 * @param draw writes the units of a replicate: as many of each stratum as there are
 */
export function stratifiedReplicates(
  { scores, models, strata }: Units,
  replicates: number,
  draw: (replicate: number, into: Int32Array) => void,
): Replicated & PairErrors {
  const units = strata.length;
  const sizes = new Int32Array(greatest(strata) + 1);
  for (const stratum of strata) sizes[stratum] = (sizes[stratum] ?? 0) + 1;
  const drawn = Int32Array.from(strata.keys());
  const result = {
    values: new Float64Array(models),
    errors: new Float64Array(models * models),
    replicates: new Float64Array(replicates * models),
    replicateErrors: new Float64Array(replicates * models * models),
  };
  const sums = new Float64Array(sizes.length);
  const squares = new Float64Array(sizes.length);

  const fill = (means: Float64Array, errors: Float64Array): void => {
    for (let j = 0; j < models; j++) {
      let sum = 0;
      for (let u = 0; u < units; u++) sum += scores[j * units + (drawn[u] ?? 0)] ?? 0;
      means[j] = sum / units;
      for (let k = 0; k < j; k++) {
        sums.fill(0);
        squares.fill(0);
        for (let u = 0; u < units; u++) {
          const unit = drawn[u] ?? 0;
          const stratum = strata[unit] ?? 0;
          const difference = (scores[j * units + unit] ?? 0) - (scores[k * units + unit] ?? 0);
          sums[stratum] = (sums[stratum] ?? 0) + difference;
          squares[stratum] = (squares[stratum] ?? 0) + difference * difference;
        }
        const error = Math.sqrt(varianceOf(sums, squares, sizes, units));
        errors[j * models + k] = error;
        errors[k * models + j] = error;
      }
    }
  };
  fill(result.values, result.errors);
  for (let replicate = 0; replicate < replicates; replicate++) {
    draw(replicate, drawn);
    fill(
      result.replicates.subarray(replicate * models, (replicate + 1) * models),
      result.replicateErrors.subarray(replicate * models * models, (replicate + 1) * models * models),
    );
  }
  return result;
}

function varianceOf(sums: Float64Array, squares: Float64Array, sizes: Int32Array, units: number): number {
  let variance = 1 / (units * units);
  for (let stratum = 0; stratum < sizes.length; stratum++) {
    const size = sizes[stratum] ?? 0;
    const sum = sums[stratum] ?? 0;
    const spread = Math.max(0, (squares[stratum] ?? 0) - (sum * sum) / size);
    variance += (size * spread) / ((size - 1) * units * units);
  }
  return variance;
}
