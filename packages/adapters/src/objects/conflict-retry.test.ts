import { expect, test } from "vitest";
import type { Clock, ObjectStore } from "@medhelm/core/ports";
import { ConflictError, retryConflicts } from "./conflict-retry.ts";
import { fakeClock } from "@medhelm/testing/clock/fake-clock";
import { type Call, everyNth, faultyStore } from "@medhelm/testing/stores/faulty-store";
import { objectStoreContract } from "@medhelm/testing/contract/object-store";
import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { isStream, readBody } from "./object-body.ts";
import { systemClock } from "../system-clock.ts";

/** Retries writes as the S3 store does. It passes on the conflict of a streamed body, because a stream cannot be sent twice. */
function withConflictRetry(store: ObjectStore, clock: Clock): ObjectStore {
  const retry = <T>(work: () => Promise<T>) => retryConflicts(clock, work);
  return {
    ...store,
    put: (key, body, condition) =>
      isStream(body) ? store.put(key, body, condition) : retry(() => store.put(key, body, condition)),
    copy: (from, to) => retry(() => store.copy(from, to)),
    delete: (key, condition) => retry(() => store.delete(key, condition)),
  };
}

const impatient = { ...systemClock, sleep: async () => {} };

const conflicts = ({ operation, count }: Call) =>
  ["put", "copy", "delete"].includes(operation) && count % 2 === 1 ? "conflict" : undefined;

objectStoreContract("memory, where every first attempt meets a conflict", () => {
  const store = withConflictRetry(faultyStore(memoryStore(), conflicts), impatient);
  // A stream can be sent only once.
  return { store: { ...store, put: async (key, body, condition) => store.put(key, await readBody(body), condition) } };
});

test("a write with a conflict is retried with growing delays, at most 8 times", async () => {
  const clock = fakeClock();
  const faulty = faultyStore(memoryStore(), ({ key }) => (key === "always" ? "conflict" : undefined));
  const startMs = clock.nowMs();
  const given = withConflictRetry(faulty, clock)
    .put("always", "x")
    .catch((error: unknown) => ({ error, afterMs: clock.nowMs() - startMs }));
  await clock.advance(10_000);
  expect(await given).toEqual({ error: expect.any(ConflictError), afterMs: 4762.5 });
  expect(faulty.faults).toHaveLength(8);
});

test("another error is not retried, because the write may have happened", async () => {
  const faulty = faultyStore(memoryStore(), ({ count }) => (count === 1 ? "lose reply" : undefined));
  const store = withConflictRetry(faulty, fakeClock());
  await expect(store.put("k", "x", { ifAbsent: true })).rejects.toThrow("was lost");
  expect(await store.head("k").catch(() => store.head("k"))).toMatchObject({ sizeBytes: 1 });
});

test("a store with one stale read returns the old value once and then the new one", async () => {
  const store = faultyStore(memoryStore(), ({ operation, count }) =>
    operation === "get" && count === 1 ? "stale read" : undefined,
  );
  await store.put("k", "old");
  await store.put("k", "new");
  const read = async () => new TextDecoder().decode((await store.get("k"))?.body);
  expect([await read(), await read()]).toEqual(["old", "new"]);
});

test("every n-th call fails, and the store records the fault", async () => {
  const store = faultyStore(memoryStore(), everyNth(3, "throw before", ["put"]));
  const outcomes: string[] = [];
  for (const key of ["a", "b", "c", "d"]) outcomes.push(await store.put(key, "").then((r) => r.outcome, String));
  expect(outcomes).toEqual(["written", "written", "Error: fault: put c did not take place", "written"]);
  expect(await store.head("c")).toBeUndefined();
  expect(store.faults).toEqual([{ operation: "put", key: "c", count: 1, fault: "throw before" }]);
});
