import { answeredState } from "@medhelm/testing/fixtures/answered-state";
import { generation } from "@medhelm/core/run/spec/prompt-specs";
import { expect, test } from "vitest";
import { sctMetric } from "./metric.ts";

const instance = {
  input: { text: "" },
  references: [],
  id: "1",
  extra_data: { expert_distribution: [0, 1, 2, 5, 4] },
};
const score = (text: string, profile: "helm" | "corrected") =>
  sctMetric({})
    .ofInstance?.(answeredState(text, { instance }), { adapterSpec: generation(), profile, countTokens: () => 0 })
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
