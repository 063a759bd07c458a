import { requestState } from "@medhelm/testing/fixtures/request-state";
import { plan } from "@medhelm/testing/fixtures/work";
import { expect, test } from "vitest";
import { earlyScores } from "./early-scores.ts";

test("a metric that cannot be loaded gives no early scores and stops no request", async () => {
  const early = earlyScores(() => Promise.reject(new Error("no such metric")));
  const { runSpec } = await plan(1);
  const scores = early.open({ runSpec, assembly: { mainMetric: "exact_match", mainSplit: "test", judges: [] } });
  await expect(scores.add(requestState(), {})).resolves.toBeUndefined();
  scores.end("0".repeat(64));
  expect(early.done()).toBeUndefined();
});
