import type { RequestState } from "@medhelm/core/helm/scenario-state";
import { generation } from "@medhelm/core/run/prompt-specs";
import { requestTo } from "@medhelm/testing/fixtures/request";
import { expect, test } from "vitest";
import { sctMetric } from "./metric.ts";

const state = (text: string): RequestState => ({
  instance: { input: { text: "" }, references: [], id: "1", extra_data: { expert_distribution: [0, 1, 2, 5, 4] } },
  train_trial_index: 0,
  request: requestTo("", "", 200),
  result: { success: true, embedding: [], cached: false, completions: [{ text, logprob: 0, tokens: [] }] },
  num_train_instances: 0,
  prompt_truncated: false,
  num_conditioning_tokens: 0,
});
const score = (text: string, profile: "helm" | "corrected") =>
  sctMetric({})
    .ofInstance?.(state(text), { adapterSpec: generation(), profile, countTokens: () => 0 })
    .map(({ value }) => Number(value));

test("the scores are the panel's weight over its greatest weight, and whether an expert gave the rating", () => {
  expect(score("Rating: +1", "helm")).toEqual([1, 1]);
  expect(score("Rating: +2", "helm")).toEqual([0.8, 1]);
  expect(score("Rating: -2", "helm")).toEqual([0, 0]);
});

test("a rating without its plus sign counts only under corrected", () => {
  expect(score("Rating: 2", "helm")).toEqual([0, 0]);
  expect(score("Rating: 2", "corrected")).toEqual([0.8, 1]);
});
