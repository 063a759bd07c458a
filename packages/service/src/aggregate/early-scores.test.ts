import { plan } from "@medhelm/testing/fixtures/work";
import { expect, test } from "vitest";
import { earlyScores } from "./early-scores.ts";

test("a metric that cannot be loaded gives no early scores and stops no request", async () => {
  const early = earlyScores(() => Promise.reject(new Error("no such metric")));
  const { runSpec } = await plan(1);
  const scores = early.open({ runSpec, assembly: { mainMetric: "exact_match", mainSplit: "test", judges: [] } });
  await expect(scores.add(STATE, {})).resolves.toBeUndefined();
  scores.end("0".repeat(64));
  expect(early.done()).toBeUndefined();
});

const STATE = {
  instance: { input: { text: "" }, references: [] },
  train_trial_index: 0,
  request: {
    model_deployment: "stub/stub-1",
    model: "stub/stub-1",
    embedding: false,
    prompt: "",
    temperature: 0,
    num_completions: 1,
    top_k_per_token: 1,
    max_tokens: 1,
    stop_sequences: [],
    echo_prompt: false,
    top_p: 1,
    presence_penalty: 0,
    frequency_penalty: 0,
  },
  num_train_instances: 0,
  prompt_truncated: false,
  num_conditioning_tokens: 0,
};
