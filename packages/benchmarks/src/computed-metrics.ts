import { RunSpec } from "@medhelm/core/helm/run-spec";
import { RequestState } from "@medhelm/core/helm/scenario-state";
import type { FindMetric } from "@medhelm/core/metrics/metric";
import type { UserFiles } from "@medhelm/core/run/benchmark";
import { loadMetrics } from "@medhelm/core/scoring/load-metrics";
import { runScorer } from "@medhelm/core/scoring/score";
import { UserError } from "@medhelm/core/user-error";
import type { DefinedBenchmark } from "./define.ts";

/** An answer with everything that a metric may read, so that each metric says which stats it computes. */
const ANSWERED = RequestState.parse({
  instance: {
    input: { text: "?" },
    references: [
      { output: { text: "A" }, tags: ["correct"] },
      { output: { text: "B" }, tags: [] },
    ],
    id: "id0",
    split: "test",
  },
  train_trial_index: 0,
  output_mapping: { A: "A", B: "B" },
  request: { model: "m", model_deployment: "d", prompt: "?" },
  result: { success: true, embedding: [], completions: [{ text: "A", logprob: -1, tokens: [] }], cached: false },
  num_train_instances: 0,
  prompt_truncated: false,
  // of the queries' annotator
  annotations: { ehr_sql: { predicted_result: [], ground_truth_result: [], query_error: null } },
});

/** BERTScore is computed where an encoder is installed. */
const encoded = new Proxy<Readonly<Record<string, number>>>({}, { get: () => 1 });

const noFiles: UserFiles = {
  read: async (name) => Promise.reject(new UserError(`${name}: no file is read`)),
  open: async (name) => Promise.reject(new UserError(`${name}: no file is read`)),
};

/**
 * Finds the stats that this version computes, by name, with the benchmarks that have them: each benchmark's metrics score one answer, under
 * both profiles.
 */
export async function computedMetrics(
  benchmarks: readonly DefinedBenchmark[],
  metricFor: FindMetric,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = new Map<string, Set<string>>();
  for (const benchmark of benchmarks) {
    const [args] = benchmark.cases();
    if (args === undefined) continue;
    for (const name of await namesOf(benchmark, args, metricFor)) {
      const names = found.get(name) ?? new Set();
      found.set(name, names.add(benchmark.card.name));
    }
  }
  return new Map([...found].map(([name, of]) => [name, [...of]]));
}

async function namesOf(
  benchmark: DefinedBenchmark,
  args: Parameters<DefinedBenchmark["settle"]>[0],
  metricFor: FindMetric,
): Promise<string[]> {
  const { card, name, scenarioSpec, adapterSpec, metricSpecs, groups, annotators } = await benchmark.settle(
    args,
    noFiles,
  );
  const runSpec = RunSpec.parse({
    name,
    scenario_spec: scenarioSpec,
    adapter_spec: { ...adapterSpec, model: "m", model_deployment: "d" },
    metric_specs: metricSpecs,
    groups,
    ...(annotators === undefined ? {} : { annotators }),
  });
  const metrics = await loadMetrics(runSpec, metricFor);
  const scorer = runScorer({ runSpec, metrics, encoderScores: () => encoded }, ["helm", "corrected"]);
  scorer.add(ANSWERED);
  const scored = [await scorer.finish("helm"), await scorer.finish("corrected")];
  return [...scored.flatMap(({ stats }) => stats.map((stat) => stat.name.name)), card.mainMetric];
}
