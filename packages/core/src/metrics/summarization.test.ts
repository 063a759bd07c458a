import { expect, test } from "vitest";
import { RunSpec } from "../helm/run-spec.ts";
import { RequestState } from "../helm/scenario-state.ts";
import type { EncoderScores } from "../scoring/encoder-scores.ts";
import type { Profile } from "../run/profile.ts";
import { scoreRun } from "@medhelm/testing/score-run";
import { coreMetrics } from "./registry.ts";
import { withoutBraces } from "./summarization.ts";

const runSpec = RunSpec.parse({
  name: "r",
  scenario_spec: { class_name: "S" },
  adapter_spec: {},
  metric_specs: [
    { class_name: "helm.benchmark.metrics.summarization_metrics.SummarizationMetric", args: { task: "t" } },
  ],
});

interface Case {
  readonly reply: string;
  readonly success?: boolean;
  readonly error?: string;
  readonly references?: readonly (readonly [string, ...string[]])[];
}

async function scored(one: Case, profile: Profile = "helm", encoderScores?: EncoderScores) {
  const { reply, success = true, error, references = [["chest pain", "correct"], ["fever"]] } = one;
  const state = RequestState.parse({
    instance: {
      input: { text: "{He has chest pain.}" },
      references: references.map(([text, ...tags]) => ({ output: { text }, tags })),
      id: "id0",
    },
    train_trial_index: 0,
    request: { model_deployment: "d", model: "m", prompt: "p" },
    result: { success, embedding: [], completions: [{ text: reply, logprob: 0, tokens: [] }], cached: false, error },
    num_train_instances: 0,
    prompt_truncated: false,
  });
  const run = await scoreRun({ runSpec, states: () => [state], profile, metrics: coreMetrics, encoderScores });
  const plain = run.stats.filter(({ name }) => name.perturbation === undefined);
  return { ...run, values: Object.fromEntries(plain.map(({ name, mean }) => [name.name, mean])) };
}

test("one brace is removed at each end of input, references and answer", async () => {
  expect(["{{a}}", "{a} ", "a"].map(withoutBraces)).toEqual(["{a}", "a} ", "a"]);
  const { values } = await scored({ reply: " {He has chest pain.}\n" });
  expect(values).toMatchObject({ summarization_coverage: 1, summarization_density: 5, summarization_compression: 1 });
});

test("profile helm takes the best of all references; corrected takes the best of the correct ones", async () => {
  expect((await scored({ reply: "fever" })).values["rouge_1"]).toBe(1);
  expect((await scored({ reply: "fever" }, "corrected")).values["rouge_1"]).toBe(0);
  const untagged = { reply: "fever", references: [["pain"], ["fever"]] as const };
  expect((await scored(untagged, "corrected")).values["rouge_1"]).toBe(1);
});

test("without a reference ROUGE is missing, not 0", async () => {
  const { stats } = await scored({ reply: "fever", references: [] });
  expect(stats.find(({ name }) => name.name === "rouge_l")?.count).toBe(0);
});

test("a failed request has no scores in corrected, and those of its empty text in helm", async () => {
  const { stats } = await scored({ reply: "", success: false }, "corrected");
  expect(stats.map(({ name, count }) => [name.name, count])).toContainEqual(["rouge_1", 0]);
  expect((await scored({ reply: "", success: false })).values["rouge_1"]).toBe(0);
});

test("an answer that a content filter refused scores 0 in corrected", async () => {
  const filtered = { reply: "", success: false, error: "the provider's content filter refused the prompt" };
  expect((await scored(filtered, "corrected")).values["rouge_1"]).toBe(0);
});

test("thinking counts as a part of the summary in helm, and is left out in corrected", async () => {
  const thought = { reply: "<think>Is it fever?</think>chest pain" };
  expect((await scored(thought)).values["rouge_1"]).toBeCloseTo(0.444_444, 5);
  expect((await scored(thought, "corrected")).values["rouge_1"]).toBe(1);
});

test("BERTScore is present if the run has encoder scores, otherwise absent with a reason", async () => {
  const without = await scored({ reply: "fever" });
  expect(Object.keys(without.values)).not.toContain("BERTScore-F");
  expect(Object.keys(without.absent)).toEqual(["summac", "BERTScore-P", "BERTScore-R", "BERTScore-F"]);
  const encoder = { model: "distilbert-base-uncased", revision: "r", layer: 5, sha256: "0", tokenizerSha256: "1" };
  const values = { "BERTScore-P": 0.7, "BERTScore-R": 0.8, "BERTScore-F": 0.75 };
  const scores = [{ instance_id: "id0", train_trial_index: 0, values }];
  const withScores = await scored({ reply: "fever" }, "helm", { schemaVersion: 1, encoder, scores });
  expect(withScores.values).toMatchObject(values);
  expect(Object.keys(withScores.absent)).toEqual(["summac"]);
  const corrected = { "BERTScore-P": 0.1, "BERTScore-R": 0.2, "BERTScore-F": 0.15 };
  const both = { schemaVersion: 1 as const, encoder, scores: scores.map((one) => ({ ...one, corrected })) };
  expect((await scored({ reply: "fever" }, "corrected", both)).values).toMatchObject(corrected);
});
