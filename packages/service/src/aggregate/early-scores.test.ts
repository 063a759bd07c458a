import { fakeClock } from "@medhelm/testing/clock/fake-clock";
import { plan } from "@medhelm/testing/fixtures/work";
import { expect, test } from "vitest";
import { earlyScores } from "./early-scores.ts";

test("a metric that cannot be loaded gives no early scores and stops no request", async () => {
  const early = earlyScores(() => Promise.reject(new Error("no such metric")), fakeClock());
  const { runSpec } = await plan(1);
  const head = {
    suite: "s",
    run: runSpec.name,
    benchmark: "b",
    model: "m",
    modelDeployment: "m",
    access: "public",
  } as const;
  const assembly = { ...head, mainMetric: "exact_match", mainSplit: "test", judges: [] };
  const scores = early.open({ runSpec, assembly, folder: "1-a", requests: 1 });
  scores.add({ tokens: {}, lost: null });
  await scores.write(new TextEncoder().encode("{"));
  scores.end("0".repeat(64));
  await expect(early.done()).resolves.toBeUndefined();
});
