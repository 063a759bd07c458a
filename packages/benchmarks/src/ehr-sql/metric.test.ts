import { Request, type RequestState } from "@medhelm/core/helm/scenario-state";
import { RunSpec } from "@medhelm/core/helm/run-spec";
import { metricRegistry } from "@medhelm/core/metrics/metric";
import { scoreRun } from "@medhelm/testing/score-run";
import { expect, test } from "vitest";
import type { Result } from "./annotation.ts";
import { EHR_SQL_METRIC, ehrSqlMetric } from "./metric.ts";

const rows: Result = { kind: "rows", rows: [["1"]] };
const other: Result = { kind: "rows", rows: [["2"]] };
const abstained: Result = { kind: "abstained" };

const state = (id: number, gold: Result, predicted: Result): RequestState => ({
  instance: { input: { text: "?" }, references: [], split: "test", id: `id${id}` },
  train_trial_index: 0,
  request: Request.parse({ model_deployment: "a/b", model: "a/b", prompt: "?" }),
  result: { success: true, embedding: [], completions: [], cached: false },
  num_train_instances: 0,
  prompt_truncated: false,
  num_conditioning_tokens: 0,
  annotations: { medhelm_ehr_sql: { gold, predicted } },
});

test("the metric counts right answers, wrong answers, abstentions and answers to impossible questions", async () => {
  const states = [
    state(0, rows, rows),
    state(1, rows, other),
    state(2, rows, abstained),
    state(3, abstained, abstained),
    state(4, abstained, rows),
  ];
  const { stats } = await scoreRun({
    runSpec: RunSpec.parse({
      name: "ehr_sql",
      scenario_spec: { class_name: "x" },
      adapter_spec: {},
      metric_specs: [{ class_name: EHR_SQL_METRIC }],
    }),
    states: () => states,
    profile: "corrected",
    metrics: metricRegistry({ [EHR_SQL_METRIC]: ehrSqlMetric }),
  });
  const values = Object.fromEntries(
    stats.filter(({ name }) => name.perturbation === undefined).map(({ name, mean }) => [name.name, mean]),
  );
  expect(values).toEqual({
    ehr_sql_execution_accuracy: 0.4,
    ehr_sql_query_validity: 0.6,
    ehr_sql_total_predicted_answerable: 0.6,
    ehr_sql_total_ground_truth_answerable: 0.6,
    ehr_sql_both_answerable: 0.4,
    ehr_sql_wrong: 0.4,
    ehr_sql_precision_answerable: 2 / 3,
    ehr_sql_recall_answerable: 2 / 3,
    ehr_sql_f1_answerable: 2 / 3,
    ehr_sql_rs_0: 40,
    ehr_sql_rs_5: -160,
    ehr_sql_rs_10: -360,
    ehr_sql_rs_n: -160,
  });
});
