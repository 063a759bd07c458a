import type { RequestState } from "@medhelm/core/helm/scenario-state";
import type { ClosedQuestion, FindMetric } from "@medhelm/core/metrics/metric";
import type { LoadedRun } from "@medhelm/core/release/runs/loaded-run";
import { loadMetrics } from "@medhelm/core/scoring/load-metrics";
import { runScorer } from "@medhelm/core/scoring/score";
import { UserError } from "@medhelm/core/user-error";
import { answerIn, type ClosedOptions, closedOptions } from "../../aggregate/closed-options.ts";

/** Reads the question and the answer of a request; undefined if the answer is not one of a list. */
export type ReadLabels = (
  state: RequestState,
) => { readonly question: ClosedQuestion; readonly labels: ClosedOptions } | undefined;

/** Reads closed answers as the aggregator does for scores.json. Undefined: the run's metrics cannot be loaded. */
export async function rowLabels(
  { runSpec }: Pick<LoadedRun, "runSpec">,
  findMetric: FindMetric,
): Promise<ReadLabels | undefined> {
  try {
    const scorer = runScorer({ runSpec, metrics: await loadMetrics(runSpec, findMetric) }, ["corrected"]);
    return (state) => {
      const question = scorer.closedQuestion(state);
      if (question === undefined) return undefined;
      return {
        question,
        labels: closedOptions(question, { state, read: answerIn(scorer.requestScores("corrected").readingsOf(state)) }),
      };
    };
  } catch (error) {
    // HELM's file may have arguments that this build refuses; the scores in the file do not depend on them
    if (error instanceof UserError) return undefined;
    throw error;
  }
}
