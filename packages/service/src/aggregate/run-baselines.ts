import type { RunSpec } from "@medhelm/core/helm/run-spec";
import type { RequestState } from "@medhelm/core/helm/scenario-state";
import type { Manifest } from "@medhelm/core/release/runs/manifest";
import type { Assembly } from "@medhelm/core/run/assembly";
import { baselineTally } from "@medhelm/core/scoring/baselines";
import type { RunScorer } from "@medhelm/core/scoring/score";

/**
 * Scores the baselines on each instance of the main split once. A run with an annotator has none, because judges or a database would have
 * to be asked about their answers.
 */
export function runBaselines(
  { adapter_spec: { random }, annotators = [] }: Pick<RunSpec, "adapter_spec" | "annotators">,
  { mainMetric, mainSplit }: Pick<Assembly, "mainMetric" | "mainSplit">,
  { closedQuestion, scoreOf }: Pick<RunScorer, "closedQuestion" | "scoreOf">,
) {
  const tally = baselineTally({ closedQuestion, scoreOf: (profile, state) => scoreOf(profile, mainMetric, state) }, [
    "helm",
    "corrected",
  ]);
  const isFirst = ({ instance, train_trial_index: trial, request }: RequestState): boolean =>
    instance.split === mainSplit && instance.perturbation === undefined && trial === 0 && request.random === random;
  return {
    add(state: RequestState): void {
      if (annotators.length === 0 && isFirst(state)) tally.add(state);
    },
    found(): Pick<Manifest, "baselines"> {
      const [helm, corrected] = [tally.found("helm"), tally.found("corrected")];
      const isEmpty = Object.keys(helm).length + Object.keys(corrected).length === 0;
      return isEmpty ? {} : { baselines: { helm, corrected } };
    },
  };
}
