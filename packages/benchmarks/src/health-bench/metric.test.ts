import { answeredState } from "@medhelm/testing/fixtures/answered-state";
import type { RequestState } from "@medhelm/core/helm/scenario-state";
import { coreMetrics } from "@medhelm/core/metrics/registry";
import { stat } from "@medhelm/core/helm/stat";
import { chat } from "@medhelm/core/run/spec/prompt-specs";
import type { Profile } from "@medhelm/core/run/profile";
import { expect, test } from "vitest";
import { metricFor } from "../registry.ts";
import { healthBenchMetric } from "./metric.ts";

const metric = healthBenchMetric({
  metric_name: "health_bench_score",
  scenario_name: "health_bench",
  annotator_models: { one: {}, two: {} },
  default_score: 0,
});
const verdict = (judge: string, met: readonly boolean[] | undefined) => {
  const head = { judge, model: "m", modelDeployment: "d", standIn: false, protocol: "helm", attempts: [] };
  if (met === undefined) return { kind: "unscored", ...head, reason: "judge_failed", message: "gone" };
  const scores = Object.fromEntries(met.map((is, i) => [`item ${i + 1}`, { score: Number(is), explanation: "" }]));
  return { kind: "scored", ...head, scores, isRepaired: false };
};
function state(answer: string, verdicts: readonly unknown[], annotation: unknown = {}): RequestState {
  return answeredState(answer, {
    instance: {
      input: { text: "", messages: [] },
      references: [],
      id: "0",
      extra_data: {
        rubrics: [
          { criterion: "asks", points: 6, tags: ["axis:context"] },
          { criterion: "warns", points: 4, tags: ["axis:safety"] },
          { criterion: "scares", points: -20, tags: ["axis:safety"] },
        ],
        example_tags: ["theme:x"],
      },
    },
    annotations: { health_bench: annotation, medhelm_verdicts: { health_bench: verdicts } },
  });
}
const context = (profile: Profile) => ({ profile, adapterSpec: chat({ maxTokens: 1 }), countTokens: () => 0 });
const measured = (of: RequestState, profile: Profile = "corrected") =>
  Object.fromEntries((metric.ofInstance?.(of, context(profile)) ?? []).map(({ name, value }) => [name, value]));

test("corrected: the authors' score of each judge, their mean, and the same by tag", () => {
  const verdicts = [verdict("one", [true, false, false]), verdict("two", [true, true, true])];
  expect(measured(state("Rest.", verdicts))).toEqual({
    health_bench_score_example: (0.6 - 1) / 2,
    "health_bench_score_example_theme:x": (0.6 - 1) / 2,
    "health_bench_score_example_axis:context": 1,
    "health_bench_score_example_axis:safety": (0 - 4) / 2,
    health_bench_score_verdicts_asked: 2,
    health_bench_score_verdicts_scored: 2,
  });
});

test("corrected: a judge that could not grade is left out, and an empty answer meets no item", () => {
  expect(measured(state("Rest.", [verdict("one", undefined), verdict("two", [true, false, false])]))).toMatchObject({
    health_bench_score_example: 0.6,
    health_bench_score_verdicts_scored: 1,
  });
  expect(measured(state("Rest.", [verdict("one", undefined)]))).toMatchObject({
    health_bench_score_example: undefined,
  });
  expect(measured(state(" ", []))).toEqual({
    health_bench_score_example: 0,
    "health_bench_score_example_theme:x": 0,
    "health_bench_score_example_axis:context": 0,
    "health_bench_score_example_axis:safety": 0,
  });
});

const sums = (values: readonly number[]) => {
  const name = "health_bench_score_example";
  const sum = values.reduce((all, one) => all + one, 0);
  return new Map([[name, { ...stat(name, 0), count: values.length, sum, mean: sum / values.length }]]);
};

const run = (values: readonly number[]) => metric.derive?.(sums(values), context("corrected"));

test("corrected: the run's score is the mean of its examples, clipped after the mean is taken", () => {
  expect(run([-1, 0.5])).toEqual([{ name: "health_bench_score", value: 0 }]);
  expect(run([-0.5, 1])).toEqual([{ name: "health_bench_score", value: 0.25 }]);
});

function ofHelm(criteria: readonly unknown[]) {
  const { annotations, ...of } = state("Rest.", [], { one: { accuracy: { score: 0.5, criteria } } });
  return measured({ ...of, annotations: { health_bench: annotations?.["health_bench"] } });
}

test("corrected: a HELM run is scored from its stored replies if they match the items", () => {
  const criteria = [true, "False", false, 7].map((met) => ({ explanation: "", criteria_met: met }));
  expect(ofHelm(criteria)).toMatchObject({ health_bench_score_example: 0.6, health_bench_score_comparison: 7 });
  expect(ofHelm(criteria.slice(0, 2))).toMatchObject({ health_bench_score_example: undefined });
});

test("helm: the score is the mean of the judges' numbers with their fractions, or 0 if no judge was asked", () => {
  const annotation = { one: { accuracy: { score: 0.25 } }, two: { accuracy: { score: 0.75 } } };
  expect(measured(state("Rest.", [], annotation), "helm")).toEqual({ health_bench_score: 0.5 });
  expect(measured(state("", [], { prompt_text: null }), "helm")).toEqual({ health_bench_score: 0 });
});

const runOf = (scenario: string) => ({
  name: "x",
  scenario_spec: { class_name: `helm.benchmark.scenarios.${scenario}`, args: {} },
});

test("only HealthBench's scenarios use this metric for the jury", async () => {
  const jury = "helm.benchmark.metrics.llm_jury_metrics.LLMJuryMetric";
  expect(await metricFor(jury, runOf("health_bench_scenario.HealthBenchScenario"))).toBe(healthBenchMetric);
  expect(await metricFor(jury, runOf("health_bench_scenario.HealthBenchProfessionalScenario"))).toBe(healthBenchMetric);
  expect(await metricFor(jury, runOf("medi_qa_scenario.MediQAScenario"))).toBe(coreMetrics(jury));
});
