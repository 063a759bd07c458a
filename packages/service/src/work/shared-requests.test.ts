import { plan, runToSeal, SUITE, workerPorts, workRequest } from "@medhelm/testing/fixtures/work";
import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";

const duringAsk = async (): Promise<void> => {
  for (let i = 0; i < 50; i++) await turn();
};

test("two runs that run at once pay for an equal request once", async () => {
  const answered: string[] = [];
  const ports = workerPorts(memoryStore(), { answered, duringAsk });
  const runPlan = await plan(4);
  await Promise.all([SUITE, "other"].map((suite) => runToSeal(ports, workRequest(runPlan, { suite }))));
  expect(answered).toHaveLength(8);
});
