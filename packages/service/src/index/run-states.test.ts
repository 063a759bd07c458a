import { putJudged } from "@medhelm/testing/fixtures/judged";
import { sqliteIndex } from "@medhelm/adapters/index/sqlite-index";
import { indexKeys } from "@medhelm/core/store/index-keys";
import { keys } from "@medhelm/core/store/object-keys";
import { putJson } from "@medhelm/core/store/objects";
import type { Index } from "@medhelm/core/ports";
import { submissionOf } from "@medhelm/testing/fixtures/dispatch";
import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { expect, test } from "vitest";
import { readStates, recordHandled, recordRunState, resolveWaiting } from "./run-states.ts";
import { cancelSubmission, createSubmission } from "./submission-record.ts";

const RUN = { id: "sub", ordinal: 1 };
const HANDLED = { ...RUN, suite: "s", run: "b" };
const SEALED = { state: "sealed", contentSha256: "c" } as const;
const FAILED = { state: "failed", reason: "no such column" } as const;
const running = (done: number) => ({ state: "running", done, total: 9 }) as const;

async function bench() {
  const index = sqliteIndex(":memory:");
  const objects = memoryStore();
  await createSubmission(index, submissionOf({ a: {}, b: {}, c: {} }), 0);
  const seal = () => putJson(objects, keys.manifest("s", "b"), { contentSha256: "c" });
  const judge = () => putJudged(objects, "s", "b", 1);
  const waits = async () =>
    (await index.query(indexKeys.waiting("s", "b"), { limit: 9 })).items.map(({ sort }) => sort);
  return { index, objects, ports: { index, objects }, seal, judge, waits };
}
const stateOf = async (index: Index) => (await readStates(index, "sub"))?.states[1];
const countedQueries = (index: Index) => {
  let queries = 0;
  const counted: Index = { ...index, query: (...of) => (queries++, index.query(...of)) };
  return { counted, queries: () => queries };
};

test("one query reads the record and the states of all runs, and a run without a record is queued", async () => {
  const { index } = await bench();
  await recordRunState(index, RUN, { state: running(2) }, 1);
  const { counted, queries } = countedQueries(index);
  expect(await readStates(counted, "sub")).toMatchObject({
    record: { owner: "ann", runs: 3 },
    states: [{ state: "queued" }, running(2), { state: "queued" }],
  });
  expect(queries()).toBe(1);
  expect(await readStates(index, "other")).toBeUndefined();
});

test("a worker of an older lease changes nothing", async () => {
  const { index } = await bench();
  await recordRunState(index, RUN, { state: running(2) }, 2);
  for (const state of [running(1), SEALED, FAILED]) expect(await recordRunState(index, RUN, { state }, 1)).toBe(false);
  expect(await stateOf(index)).toEqual(running(2));
});

test("within a term an open state never replaces a final one, and the next term's does", async () => {
  const { index } = await bench();
  await recordRunState(index, RUN, { state: FAILED }, 1);
  expect(await recordRunState(index, RUN, { state: running(1) }, 1)).toBe(false);
  expect(await recordRunState(index, RUN, { state: SEALED }, 1)).toBe(true);
  expect(await recordRunState(index, RUN, { state: running(1) }, 2)).toBe(true);
  expect(await stateOf(index)).toEqual(running(1));
});

test("a writer without a lease keeps the stored term", async () => {
  const { index } = await bench();
  await recordRunState(index, RUN, { state: running(1) }, 4);
  await recordRunState(index, RUN, { state: FAILED });
  expect((await readStates(index, "sub"))?.stored.get(1)).toEqual({ term: 4, state: FAILED });
});

test("an equal state is not written again", async () => {
  const { index } = await bench();
  await recordRunState(index, RUN, { state: running(1) }, 1);
  const before = await index.get(indexKeys.runState("sub", 1));
  await recordRunState(index, RUN, { state: running(1) }, 1);
  expect(await index.get(indexKeys.runState("sub", 1))).toEqual(before);
});

test("of two writers at once none overwrites the other's higher term", async () => {
  const { index } = await bench();
  const slow: Index = {
    ...index,
    async get(key) {
      const item = await index.get(key);
      await recordRunState(index, RUN, { state: running(5) }, 2);
      return item;
    },
  };
  expect(await recordRunState(slow, RUN, { state: running(1) }, 1)).toBe(false);
  expect(await stateOf(index)).toEqual(running(5));
});

test("a cancellation ends the runs that no worker has settled", async () => {
  const { index, ports, judge } = await bench();
  await recordRunState(index, { id: "sub", ordinal: 0 }, { state: running(1) }, 1);
  await judge();
  await recordHandled(ports, HANDLED);
  await cancelSubmission(index, "sub", "now", 0);
  expect((await readStates(index, "sub"))?.states).toEqual([
    { state: "cancelled" },
    { state: "judged", done: 1, total: 1 },
    { state: "cancelled" },
  ]);
});

test("a settled run waits for its seal, and the aggregator's call ends it in every submission", async () => {
  const { index, ports, seal, judge, waits } = await bench();
  await judge();
  await recordHandled(ports, HANDLED, 3);
  expect(await waits()).toEqual(["sub/000001"]);
  await resolveWaiting(ports, "s", "b");
  expect(await stateOf(index)).toEqual({ state: "judged", done: 1, total: 1 });
  await seal();
  for (let delivery = 0; delivery < 2; delivery++) await resolveWaiting(ports, "s", "b");
  expect(await stateOf(index)).toEqual(SEALED);
  expect(await waits()).toEqual([]);
});

test.for([1, 2, 3, 4, 5, 6])(
  "a seal and the aggregator's call before operation %i of the worker leave the run sealed",
  async (operation) => {
    const { index, objects, ports, seal, judge, waits } = await bench();
    await judge();
    let operations = 0;
    const turn = async () => {
      if (++operations !== operation) return;
      await seal();
      await resolveWaiting(ports, "s", "b");
    };
    const paused: Index = {
      ...index,
      get: async (key) => (await turn(), index.get(key)),
      query: async (...of) => (await turn(), index.query(...of)),
      write: async (writes) => (await turn(), index.write(writes)),
    };
    await recordHandled({ ...ports, objects, index: paused }, HANDLED, 3);
    if (operations < operation)
      await turn()
        .then(seal)
        .then(() => resolveWaiting(ports, "s", "b"));
    expect(await stateOf(index)).toEqual(SEALED);
    expect(await waits()).toEqual([]);
  },
);

test("without an index nothing is written", async () => {
  const { index, objects, judge, waits } = await bench();
  await judge();
  await recordHandled({ objects }, HANDLED);
  await resolveWaiting({ objects }, "s", "b");
  expect(await stateOf(index)).toEqual({ state: "queued" });
  expect(await waits()).toEqual([]);
});
