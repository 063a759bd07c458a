import { RunSpec } from "@medhelm/core/helm/run-spec";
import { RequestState } from "@medhelm/core/helm/scenario-state";
import { metricRegistry } from "@medhelm/core/metrics/metric";
import { scoreRun } from "@medhelm/testing/score-run";
import { expect, test } from "vitest";
import { BILLING_METRIC, billingMetric } from "./metric.ts";

const failed = RequestState.parse({
  instance: { input: { text: "A note." }, references: [{ output: { text: "I10" }, tags: ["correct"] }], id: "id0" },
  train_trial_index: 0,
  request: { model_deployment: "a/b", model: "a/b", prompt: "?" },
  result: { success: false, embedding: [], completions: [], cached: false, error: "timed out" },
  num_train_instances: 0,
  prompt_truncated: false,
});

test("if every request failed, the corpus has no score", async () => {
  const { stats } = await scoreRun({
    runSpec: RunSpec.parse({
      name: "mimiciv_billing_code",
      scenario_spec: { class_name: "x" },
      adapter_spec: {},
      metric_specs: [{ class_name: BILLING_METRIC }],
    }),
    states: () => [failed],
    profile: "corrected",
    metrics: metricRegistry({ [BILLING_METRIC]: billingMetric }),
  });
  expect(stats.filter(({ name }) => name.name === "mimiciv_billing_code_f1")).toMatchObject([{ count: 0 }]);
});
