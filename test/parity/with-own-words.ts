import type { RunSpec } from "@medhelm/core/helm/run-spec";
import type { BenchmarkRun } from "@medhelm/core/run/benchmark";

/** The parts of a run that HELM writes to run_spec.json. */
export const specOf = ({ adapterSpec, metricSpecs, annotators, scenarioSpec, groups }: BenchmarkRun) => ({
  adapterSpec,
  metricSpecs,
  annotators,
  scenarioSpec,
  groups,
});

/** HELM's run spec with our own words in the fields of `own`; the model and -m are the user's. */
export function withOwnWords(
  theirs: RunSpec,
  run: BenchmarkRun,
  own: readonly ("instructions" | "output_prefix")[] = ["instructions"],
) {
  const { max_eval_instances: _limit, ...adapter } = theirs.adapter_spec;
  const words = Object.fromEntries(own.map((field) => [field, run.adapterSpec[field]]));
  return {
    adapterSpec: { ...adapter, ...words, model: "", model_deployment: "" },
    metricSpecs: theirs.metric_specs,
    annotators: theirs.annotators,
    scenarioSpec: theirs.scenario_spec,
    groups: theirs.groups,
  };
}
