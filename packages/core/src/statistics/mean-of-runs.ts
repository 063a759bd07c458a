import { clusterRobust } from "./cluster-robust.ts";

export interface RunScores {
  readonly scores: readonly number[];
  /** one per score; absent: all scores are independent */
  readonly clusters?: readonly (string | number)[];
}

export interface MeanOfRuns {
  readonly mean: number;
  /** √Σse²/R; absent if a run has one cluster */
  readonly se?: number;
}

/**
 * HELM's value of several runs: the unweighted mean of the means of runs, and its standard error for independent runs.
 * Undefined without runs, or if a run has no scores.
 */
export function meanOfRuns(runs: readonly RunScores[]): MeanOfRuns | undefined {
  if (runs.length === 0) return undefined;
  let [sum, variance] = [0, 0];
  for (const { scores, clusters } of runs) {
    const robust = clusterRobust(scores, clusters);
    if (robust === undefined) return undefined;
    sum += robust.mean;
    variance += (robust.se ?? Number.NaN) ** 2;
  }
  const mean = sum / runs.length;
  return Number.isNaN(variance) ? { mean } : { mean, se: Math.sqrt(variance) / runs.length };
}
