import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { keys } from "@medhelm/core/store/object-keys";
import type { ModelFailure } from "@medhelm/core/ports";
import { expect, test } from "vitest";
import {
  type Counted,
  oneFailureAllowed,
  plan,
  runToSeal,
  SUITE,
  workerPorts,
  workRequest,
} from "@medhelm/testing/fixtures/work";

const two = await plan(2);
const four = await plan(4, "demo_questions:model=baseline/lead-sentences");
const down: ModelFailure = { reason: "server_error", message: "HTTP 500, a fault of the server", isRetriable: true };
const filtered: ModelFailure = { reason: "content_filter", message: "refused", isRetriable: false };
const badRequest: ModelFailure = {
  reason: "bad_request",
  message: 'HTTP 400, the server refuses the request: "max_tokens must be at least 16"',
  isRetriable: false,
};

async function outcomesOf(objects: ReturnType<typeof memoryStore>, run: string): Promise<number> {
  let count = 0;
  for await (const _ of objects.list(keys.outcomes(SUITE, run))) count++;
  return count;
}

const ENDS = "remove the cause, then run the same command again: it asks only for what is missing";

test("a server that fails all requests stops the run, and the worker stores no outcome", async () => {
  const objects = memoryStore();
  const counted: Counted = { answered: [], failAt: () => down };
  await expect(runToSeal(workerPorts(objects, counted), workRequest(two))).rejects.toThrow(
    `baseline/lead-sentences answered 0 of 2 requests: HTTP 500, a fault of the server; ${ENDS}`,
  );
  expect(await outcomesOf(objects, two.runSpec.name)).toBe(0);
  const manifest = await runToSeal(workerPorts(objects, { answered: [] }), workRequest(two));
  expect(manifest.coverage).toMatchObject({ requests: 2, answered: 2, failed: 0 });
});

test("a server that refuses all requests stops the run with its own reason, and the next start asks again", async () => {
  const objects = memoryStore();
  const counted: Counted = { answered: [], failAt: () => badRequest };
  const anyFailures = { maxFailures: { kind: "share", share: 1 } } as const;
  await expect(runToSeal(workerPorts(objects, counted), workRequest(four, anyFailures))).rejects.toThrow(
    `baseline/lead-sentences answered 0 of 4 requests: HTTP 400, the server refuses the request: "max_tokens must be at least 16"; ${ENDS}`,
  );
  const manifest = await runToSeal(workerPorts(objects, { answered: [] }), workRequest(four));
  expect(manifest.coverage).toMatchObject({ requests: 4, answered: 4, failed: 0 });
});

test("a server that refuses the first ten requests is asked no more", async () => {
  const counted: Counted = { answered: [], failAt: () => badRequest };
  const many = await plan(12, "demo_questions:model=baseline/lead-sentences");
  await expect(runToSeal(workerPorts(memoryStore(), counted), workRequest(many, { concurrency: 1 }))).rejects.toThrow(
    "baseline/lead-sentences answered 0 of 10 requests, and 2 more were not sent",
  );
});

test("the worker sends requests that failed during an outage again after the outage", async () => {
  const objects = memoryStore();
  const counted: Counted = { answered: [], failAt: () => down };
  await expect(runToSeal(workerPorts(objects, counted), workRequest(four))).rejects.toThrow(/does not answer/);
  const manifest = await runToSeal(workerPorts(objects, { answered: [] }), workRequest(four));
  expect(manifest.coverage).toMatchObject({ requests: 4, answered: 4, failed: 0 });
});

test("a run with more failures than the limit fails, and its next start asks only for them", async () => {
  const objects = memoryStore();
  const counted: Counted = { answered: [], failAt: (ask) => (ask === 1 ? badRequest : undefined) };
  await expect(runToSeal(workerPorts(objects, counted), workRequest(four))).rejects.toThrow(
    `${ENDS}; at most 5 % of the requests may fail, and --max-failures 100% accepts all failures`,
  );
  const again: Counted = { answered: [] };
  const manifest = await runToSeal(workerPorts(objects, again), workRequest(four));
  expect(manifest.coverage).toMatchObject({ requests: 4, answered: 4, failed: 0 });
  expect(again.answered.filter((key) => !counted.answered.includes(key))).toHaveLength(1);
});

test("the worker records one failed request within the limit, and the run is sealed", async () => {
  const counted: Counted = { answered: [], failAt: (ask) => (ask === 1 ? badRequest : undefined) };
  const manifest = await runToSeal(workerPorts(memoryStore(), counted), workRequest(four, oneFailureAllowed));
  expect(manifest.coverage).toMatchObject({ requests: 4, answered: 3, failed: 1 });
  expect(manifest.coverage).not.toHaveProperty("transient");
});

test("a sealed run says how many failures may pass, and the next start asks only for them", async () => {
  const objects = memoryStore();
  const counted: Counted = { answered: [], failAt: (ask) => (ask === 1 ? down : undefined) };
  const first = await runToSeal(workerPorts(objects, counted), workRequest(four, oneFailureAllowed));
  expect(first.coverage).toMatchObject({ requests: 4, answered: 3, failed: 1, transient: 1 });
  const again: Counted = { answered: [] };
  const second = await runToSeal(workerPorts(objects, again), workRequest(four, oneFailureAllowed));
  expect(second).toMatchObject({ generation: 2, coverage: { requests: 4, answered: 4, failed: 0 } });
  expect(again.answered).toHaveLength(1);
});

test("a content filter's refusal is an outcome, even if it refuses every request", async () => {
  const counted: Counted = { answered: [], failAt: () => filtered };
  const manifest = await runToSeal(workerPorts(memoryStore(), counted), workRequest(two));
  expect(manifest.coverage).toMatchObject({ requests: 2, answered: 0, failed: 2 });
});
