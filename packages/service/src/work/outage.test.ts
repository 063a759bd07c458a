import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { keys } from "@medhelm/core/store/object-keys";
import type { ModelFailure } from "@medhelm/core/ports";
import { expect, test } from "vitest";
import { type Counted, plan, runToSeal, SUITE, workerPorts, workRequest } from "@medhelm/testing/fixtures/work";

const two = await plan(2);
const four = await plan(4, "demo_questions:model=baseline/lead-sentences");
const down: ModelFailure = { reason: "server_error", message: "HTTP 500, a fault of the server", isRetriable: true };
const refused: ModelFailure = { reason: "content_filter", message: "refused", isRetriable: false };

async function outcomesOf(objects: ReturnType<typeof memoryStore>, run: string): Promise<number> {
  let count = 0;
  for await (const _ of objects.list(keys.outcomes(SUITE, run))) count++;
  return count;
}

test("a server that fails all requests stops the run, and the worker stores no outcome", async () => {
  const objects = memoryStore();
  const counted: Counted = { answered: [], failAt: () => down };
  await expect(runToSeal(workerPorts(objects, counted), workRequest(two))).rejects.toThrow(
    "baseline/lead-sentences answered 0 of 2 requests: HTTP 500, a fault of the server; check the server, then run the same command again",
  );
  expect(await outcomesOf(objects, two.runSpec.name)).toBe(0);
  const manifest = await runToSeal(workerPorts(objects, { answered: [] }), workRequest(two));
  expect(manifest?.coverage).toMatchObject({ requests: 2, answered: 2, failed: 0 });
});

test("the worker sends requests that failed during an outage again after the outage", async () => {
  const objects = memoryStore();
  const counted: Counted = { answered: [], failAt: () => down };
  await expect(runToSeal(workerPorts(objects, counted), workRequest(four))).rejects.toThrow(/does not answer/);
  const manifest = await runToSeal(workerPorts(objects, { answered: [] }), workRequest(four));
  expect(manifest?.coverage).toMatchObject({ requests: 4, answered: 4, failed: 0 });
});

test("the worker records one failed request among several, and the run is sealed", async () => {
  const counted: Counted = { answered: [], failAt: (ask) => (ask === 1 ? down : undefined) };
  const manifest = await runToSeal(workerPorts(memoryStore(), counted), workRequest(four));
  expect(manifest?.coverage).toMatchObject({ requests: 4, answered: 3, failed: 1 });
});

test("a content filter's refusal is an outcome, even if it refuses every request", async () => {
  const counted: Counted = { answered: [], failAt: () => refused };
  const manifest = await runToSeal(workerPorts(memoryStore(), counted), workRequest(two));
  expect(manifest?.coverage).toMatchObject({ requests: 2, answered: 0, failed: 2 });
});
