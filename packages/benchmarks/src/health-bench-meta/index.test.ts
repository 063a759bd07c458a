import { answeredState } from "@medhelm/testing/fixtures/answered-state";
import { chat } from "@medhelm/core/run/spec/prompt-specs";
import { loadFrom } from "@medhelm/testing/fixtures/benchmarks/files";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import metaEvaluation from "./index.ts";
import { physicianAgreementMetric } from "./metric.ts";

const PATH = "health_bench/2025-05-07-06-14-12_oss_meta_eval.jsonl";
const sample = readFileSync(new URL("sample.jsonl", import.meta.url), "utf8");

test("a line is a request that has the conversation, the answer and the item, and no label", async () => {
  const { instances } = await loadFrom(metaEvaluation, { [PATH]: sample });
  const text = instances[0]?.input.messages?.[0]?.content;
  expect(text).toContain("user: May I take fictamide with inventol?\n\nassistant: Yes, always.");
  expect(text).toContain("<rubric_item>\nAsks which other medicines the user takes.\n</rubric_item>");
  expect(text).not.toMatch(/false|anonymized/);
  expect(instances.map(({ id }) => id)).toEqual(["0", "1", "2"]);
});

test("lines with as many labels as physicians are needed", async () => {
  const broken = sample.replace('["a","b"]', '["a"]');
  await expect(loadFrom(metaEvaluation, { [PATH]: broken })).rejects.toThrow("have different lengths");
});

const measured = (text: string) => {
  const instance = { input: { text: "" }, references: [], id: "0", extra_data: { binary_labels: [true, true, false] } };
  const context = { profile: "corrected", adapterSpec: chat({ maxTokens: 1 }), countTokens: () => 0 } as const;
  return physicianAgreementMetric({})
    .ofInstance?.(answeredState(text, { instance }), context)
    .map(({ value }) => value);
};

test.each([
  ['{"explanation": "it asks", "criteria_met": true}', [2 / 3, true]],
  ['<think>{"criteria_met": true}</think>{"explanation": "no", "criteria_met": false}', [1 / 3, false]],
  ["I would say that it is met.", [undefined, undefined]],
])("the reply %s agrees with that share of three physicians", (reply, expected) => {
  expect(measured(reply)).toEqual(expected);
});
