import { detectableDifference, detectablePaper, itemsNeeded } from "../statistics/detectable.ts";
import { type Undefined, undefinedBecause } from "../statistics/undefined.ts";
import type { ColumnItems } from "./column-items.ts";
import type { ClusteredRun } from "./replicate-column.ts";

export interface DetectableDifferences {
  /** pairs of models that the level of 5 % is divided among */
  readonly comparisons: number;
  /** the smallest difference that a pair detects with a power of 80 %: the mean over pairs */
  readonly difference: number;
  /** the same by the formula of the MedHELM paper, which divides no level */
  readonly differencePaper: number;
  /** how many items a difference of 0.05 needs, for the mean pair; absent for scores without bounds */
  readonly itemsFor5Points?: number;
}

/** Equal sums differ in their last digits. */
const NO_DEVIATION = 1e-12;
const POWER = { alpha: 0.05, power: 0.8 };

/**
 * How small a difference of two models a benchmark can detect, on the scale of the scores. Undefined for fewer than two models, for a run with one
 * cluster, and if no pair of models differs on any cluster.
 * @param isBounded whether the scores are from 0 to 1
 */
export function detectableDifferences(
  { models, runs, items }: Pick<ColumnItems, "models" | "runs" | "items">,
  isBounded: boolean,
): DetectableDifferences | Undefined {
  const count = models.length;
  const comparisons = (count * (count - 1)) / 2;
  if (comparisons === 0) return undefinedBecause("there are fewer than two models");
  if (runs.length === 0 || runs.some(({ clusters }) => clusters < 2))
    return undefinedBecause("a run has fewer than two independent items");
  const residuals = runs.map((run) => residualsOf(run, count));
  let total = 0;
  for (let j = 0; j < count; j++)
    for (let k = j + 1; k < count; k++) {
      let variance = 0;
      for (const [r, { clusters }] of runs.entries())
        variance += pairVariance(residuals[r] ?? new Float64Array(), { clusters, count, j, k });
      total += Math.sqrt(variance) / runs.length;
    }
  const se = total / comparisons;
  if (!(se > NO_DEVIATION)) return undefinedBecause("no difference of two models varies between the items");
  const power = { ...POWER, comparisons };
  return {
    comparisons,
    difference: detectableDifference(se, power),
    differencePaper: detectablePaper(se),
    ...(isBounded ? { itemsFor5Points: itemsNeeded(0.05, se * Math.sqrt(items), power) } : {}),
  };
}

/** The share of each cluster in the difference of model j's mean from its expectation, at c * M + j. */
function residualsOf({ clusters, sums, counts }: ClusteredRun, models: number): Float64Array {
  const residuals = new Float64Array(clusters * models);
  for (let j = 0; j < models; j++) {
    let [n, sum] = [0, 0];
    for (let at = j; at < sums.length; at += models) {
      n += counts[at] ?? 0;
      sum += sums[at] ?? 0;
    }
    for (let at = j; at < sums.length; at += models)
      residuals[at] = ((sums[at] ?? 0) - ((counts[at] ?? 0) * sum) / n) / n;
  }
  return residuals;
}

function pairVariance(
  residuals: Float64Array,
  {
    clusters,
    count,
    j,
    k,
  }: { readonly clusters: number; readonly count: number; readonly j: number; readonly k: number },
): number {
  let squares = 0;
  for (let at = 0; at < residuals.length; at += count) {
    const difference = (residuals[at + j] ?? 0) - (residuals[at + k] ?? 0);
    squares += difference * difference;
  }
  return (squares * clusters) / (clusters - 1);
}
