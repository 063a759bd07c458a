import { sqliteIndex } from "@medhelm/adapters/index/sqlite-index";
import { indexKeys } from "@medhelm/core/store/index-keys";
import { keys } from "@medhelm/core/store/object-keys";
import { putJson } from "@medhelm/core/store/objects";
import type { Index, IndexWrite } from "@medhelm/core/ports";
import { submissionOf } from "@medhelm/testing/fixtures/dispatch";
import { putJudged } from "@medhelm/testing/fixtures/judged";
import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { killedAfter, pauseAt, pausedIndex } from "@medhelm/testing/stores/paused-store";
import { expect, test } from "vitest";
import {
  readStanding,
  readStates,
  recordHandled,
  recordRunState,
  repairCounts,
  resolveWaiting,
  shownCounts,
} from "./run-states.ts";
import { cancelSubmission, createSubmission } from "./submission-record.ts";

const SEALED = { state: "sealed", contentSha256: "c" } as const;
const FAILED = { state: "failed", reason: "no such column" } as const;
const running = (done: number) => ({ state: "running", done, total: 9 }) as const;
const runsOf = (count: number) =>
  submissionOf(Object.fromEntries(Array.from({ length: count }, (_, i) => [`run-${i}`, {}])));

async function bench(runs = 3) {
  const index = sqliteIndex(":memory:");
  await createSubmission(index, runsOf(runs), 0);
  const reach = (ordinal: number, state: Parameters<typeof recordRunState>[2]["state"], term?: number) =>
    recordRunState(index, { id: "sub", ordinal }, { state }, term);
  return { index, reach, counts: () => countsIn(index) };
}

async function countsIn(index: Index) {
  const standing = await readStanding(index, "sub");
  return standing?.counts && shownCounts(standing.record, standing.counts);
}

test("the counts follow each change of a state", async () => {
  const { reach, counts } = await bench();
  expect(await counts()).toEqual({ queued: 3 });
  await reach(0, running(1), 1);
  await reach(0, running(2), 1);
  await reach(1, { state: "awaiting", deployment: "host/judge" }, 1);
  expect(await counts()).toEqual({ queued: 1, running: 1, awaiting: 1 });
  await reach(0, SEALED, 1);
  await reach(0, FAILED, 0); // of an older lease: it changes nothing
  await reach(1, { state: "queued" }, 1);
  expect(await counts()).toEqual({ queued: 2, sealed: 1 });
});

test("a cancellation counts every run that no worker has settled as cancelled", async () => {
  const { index, reach, counts } = await bench(4);
  const objects = memoryStore();
  await reach(0, running(1), 1);
  await putJudged(objects, "s", "run-1", 1);
  await recordHandled({ index, objects }, { id: "sub", ordinal: 1, suite: "s", run: "run-1" }, 1);
  await reach(2, FAILED, 1);
  await cancelSubmission(index, "sub", "now", 0);
  expect(await counts()).toEqual({ judged: 1, failed: 1, cancelled: 2 });
});

test("1,000 workers that change states at the same time are counted exactly", async () => {
  const { index, reach, counts } = await bench(1000);
  const slow: Index = { ...index, get: async (key) => (await new Promise(setImmediate), index.get(key)) };
  const ordinals = Array.from({ length: 1000 }, (_, i) => i);
  await Promise.all(ordinals.map((ordinal) => recordRunState(slow, { id: "sub", ordinal }, { state: running(1) }, 1)));
  expect(await counts()).toEqual({ running: 1000 });
  await Promise.all(ordinals.map((ordinal) => reach(ordinal, ordinal < 600 ? SEALED : FAILED, 1)));
  expect(await counts()).toEqual({ sealed: 600, failed: 400 });
});

test("progress within a state writes one item, and a new state two in one transaction", async () => {
  const { index } = await bench();
  const written: number[] = [];
  const counted: Index = { ...index, write: (writes) => (written.push(writes.length), index.write(writes)) };
  for (const state of [running(1), running(2), SEALED])
    await recordRunState(counted, { id: "sub", ordinal: 0 }, { state }, 1);
  expect(written).toEqual([2, 1, 2]);
});

/** A worker that settles a run, and the aggregator that ends it. */
async function work(index: Index, objects = memoryStore()): Promise<void> {
  await recordRunState(index, { id: "sub", ordinal: 1 }, { state: running(1) }, 1);
  await putJudged(objects, "s", "run-1", 1);
  await recordHandled({ index, objects }, { id: "sub", ordinal: 1, suite: "s", run: "run-1" }, 1);
  await putJson(objects, keys.manifest("s", "run-1"), { contentSha256: "c" });
  await resolveWaiting({ index, objects }, "s", "run-1");
}

test.each(["before", "after"] as const)(
  "a process that is killed %s any operation leaves the counts of the stored states",
  async (when) => {
    let n = 0;
    for (let isReached = true; isReached; ) {
      n++;
      isReached = false;
      const { index, counts } = await bench();
      const kill = pauseAt(n, async () => {
        isReached = true;
        throw new Error("killed");
      });
      await work(when === "before" ? pausedIndex(index, kill) : killedAfter(index, kill)).catch(() => undefined);
      const [, state = "queued"] = (await readStates(index, "sub"))?.states.map((one) => one.state) ?? [];
      expect({ n, counts: await counts() }).toEqual({
        n,
        counts: state === "queued" ? { queued: 3 } : { queued: 2, [state]: 1 },
      });
    }
    expect(n).toBeGreaterThan(10);
  },
);

/** Deletes the counts, and writes a state without them, as an earlier version does. */
async function withoutCounts(index: Index): Promise<void> {
  const deletes = indexKeys.allRunCounts("sub").map((key): IndexWrite => ({ ...key, kind: "delete" }));
  for (const one of deletes) await index.write([one]);
  await index.write([{ kind: "put", ...indexKeys.runState("sub", 2), value: { term: 1, state: FAILED } }]);
}

test("a submission of an earlier version has no counts until they are repaired, and a worker does not make them wrong", async () => {
  const { index, reach, counts } = await bench();
  await withoutCounts(index);
  await reach(0, running(1), 1);
  expect(await counts()).toBeUndefined();
  await repairCounts(index, "sub");
  await reach(2, SEALED, 2);
  expect(await counts()).toEqual({ queued: 1, running: 1, sealed: 1 });
});

test("a worker that changes a state during any operation of a repair is counted", async () => {
  let n = 0;
  for (let isReached = true; isReached; ) {
    n++;
    isReached = false;
    const { index, reach, counts } = await bench();
    await withoutCounts(index);
    const turn = pauseAt(n, async () => {
      isReached = true;
      await reach(0, running(1), 1);
      await reach(2, SEALED, 2);
    });
    await repairCounts(pausedIndex(index, turn), "sub");
    expect({ n, counts: await counts() }).toEqual({
      n,
      counts: isReached ? { queued: 1, running: 1, sealed: 1 } : { queued: 2, failed: 1 },
    });
  }
  expect(n).toBeGreaterThan(2);
});
