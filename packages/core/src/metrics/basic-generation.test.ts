import { expect, test } from "vitest";
import { RunSpec } from "../helm/run-spec.ts";
import { RequestState } from "../helm/scenario-state.ts";
import { scoreRun } from "@medhelm/testing/score-run";
import type { Profile } from "../run/profile.ts";
import { coreMetrics } from "./registry.ts";

async function scored(names: readonly string[], reply: string, profile: Profile = "helm") {
  const class_name = "helm.benchmark.metrics.basic_metrics.BasicGenerationMetric";
  const runSpec = RunSpec.parse({
    name: "r",
    scenario_spec: { class_name: "S" },
    adapter_spec: {},
    metric_specs: [{ class_name, args: { names } }],
  });
  const state = RequestState.parse({
    instance: {
      input: { text: "q" },
      references: [
        { output: { text: "wait and see" }, tags: [] },
        { output: { text: "start aspirin now" }, tags: ["correct"] },
        { output: { text: "aspirin started" }, tags: ["correct"] },
      ],
      id: "id0",
    },
    train_trial_index: 0,
    request: { model_deployment: "d", model: "m", prompt: "p" },
    result: { success: true, embedding: [], completions: [{ text: reply, logprob: 0, tokens: [] }], cached: false },
    num_train_instances: 0,
    prompt_truncated: false,
  });
  const run = await scoreRun({ runSpec, states: () => [state], profile, metrics: coreMetrics });
  const values = new Map(run.stats.map(({ name, mean }) => [name.name, mean]));
  return { absent: run.absent, values: names.map((name) => values.get(name)) };
}

test("HELM's open-ended set: each score is the best over correct references", async () => {
  const names = ["exact_match", "quasi_exact_match", "f1_score", "rouge_1", "rouge_2", "rouge_l", "bleu_1", "bleu_4"];
  const { values, absent } = await scored(names, "Aspirin started");
  expect(absent).toEqual({});
  expect(values.slice(0, 7)).toEqual([0, 1, 1, 1, 1, 1, 0.5]);
  expect(values[7]).toBeCloseTo(0, 300);
  expect((await scored(["rouge_1"], "wait and see")).values).toEqual([0]);
});

test("HELM's Chinese metrics are absent with a reason", async () => {
  const { absent } = await scored(["chinese_bleu_1"], "x");
  expect(absent["chinese_bleu_1"]).toBe("it needs a Chinese word list, and no MedHELM benchmark uses it");
});

test("thinking in a free text is a part of the reply in helm, and left out in corrected", async () => {
  const reply = "<think>Wait? No.</think>\nstart aspirin now";
  expect((await scored(["exact_match", "f1_score"], reply)).values[0]).toBe(0);
  expect((await scored(["exact_match", "f1_score"], reply, "corrected")).values).toEqual([1, 1]);
});

test("a free text keeps its brackets and code in corrected", async () => {
  expect((await scored(["f1_score"], "```start``` [aspirin] <now>", "corrected")).values).toEqual([1]);
});
