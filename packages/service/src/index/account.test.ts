import { sqliteIndex } from "@medhelm/adapters/index/sqlite-index";
import { fakeClock } from "@medhelm/testing/clock/fake-clock";
import { memoryStore } from "@medhelm/testing/stores/memory-store";
import type { LedgerEntry } from "@medhelm/core/money/ledger-entry";
import type { Index } from "@medhelm/core/ports";
import { indexKeys } from "@medhelm/core/store/index-keys";
import { keys } from "@medhelm/core/store/object-keys";
import type { StoredSubmission } from "@medhelm/core/submission";
import { expect, test } from "vitest";
import {
  accountedMicroUsd,
  bindReservation,
  freeReservation,
  releaseReservation,
  reserveInAccount,
  restoreReservation,
  settleSubmission,
} from "./account.ts";
import { recordUsage } from "./record-usage.ts";

const NAME = { owner: "ann", month: "2026-11", name: "r1" };
const SUBMISSION: StoredSubmission = {
  formatVersion: 1,
  id: "a1",
  owner: "ann",
  createdAt: "2026-11-21T12:00:00.000Z",
  request: { entries: [{ description: "x" }], suite: "s" },
  runs: [],
  limitUsd: 5,
  reservation: "r1",
};
const charge = (run: string, microUsd: number, requests = 1): LedgerEntry => ({
  formatVersion: 1,
  kind: "run",
  owner: "ann",
  month: "2026-11",
  submission: "a1",
  suite: "s",
  run,
  lines: [
    {
      role: "candidate",
      deployment: "m",
      model: "m",
      requests,
      unmetered: 0,
      promptTokens: 1,
      completionTokens: 1,
      microUsd,
    },
  ],
});

/** An index with a reservation of $5 for the submission a1. */
async function reserved() {
  const clock = fakeClock();
  const index = sqliteIndex(":memory:", { clock });
  const reserve = (name: string, microUsd: number) =>
    reserveInAccount({ index, clock }, { ...NAME, name }, { microUsd, limitMicroUsd: 10_000_000 });
  await reserve("r1", 5_000_000);
  await bindReservation(index, NAME, "a1");
  const total = () => accountedMicroUsd(index, "ann", "2026-11");
  return { clock, index, reserve, total };
}

test("a reservation beyond the rest of the month is refused with the rest, and a repeated one reserves nothing more", async () => {
  const { reserve, total } = await reserved();
  expect(await reserve("r2", 5_000_001)).toEqual({ fits: false, leftMicroUsd: 5_000_000 });
  expect(await reserve("r1", 5_000_000)).toEqual({ fits: true });
  expect(await total()).toBe(5_000_000);
});

test("the end of a submission replaces its reservation by its charges, and a late charge is added once", async () => {
  const { index, total } = await reserved();
  await recordUsage(index, SUBMISSION, charge("one", 1_000_000));
  expect(await total()).toBe(5_000_000);
  for (let i = 0; i < 2; i++) await settleSubmission(index, SUBMISSION);
  expect(await total()).toBe(1_000_000);
  for (let i = 0; i < 2; i++) await recordUsage(index, SUBMISSION, charge("late", 250_000));
  expect(await total()).toBe(1_250_000);
});

test("an entry with fewer charges, which a slow worker brings late, replaces nothing", async () => {
  const { index, total } = await reserved();
  await recordUsage(index, SUBMISSION, charge("one", 1_000_000, 10));
  await recordUsage(index, SUBMISSION, charge("one", 400_000, 4));
  await settleSubmission(index, SUBMISSION);
  expect(await total()).toBe(1_000_000);
});

/** Runs `between` before the n-th operation on the index; `isReached` shows whether there was one. */
function interrupted(index: Index, n: number, between: () => Promise<void>) {
  let operations = 0;
  const before = async (): Promise<void> => {
    if (++operations === n) await between();
  };
  const wrapped: Index = {
    get: async (key) => (await before(), index.get(key)),
    getAll: async (all) => (await before(), index.getAll(all)),
    query: async (partition, query) => (await before(), index.query(partition, query)),
    write: async (writes) => (await before(), index.write(writes)),
  };
  return { wrapped, isReached: () => operations >= n };
}

test("a charge at any moment of the settlement, and a settlement at any moment of a charge, give the same sum", async () => {
  const totals: number[] = [];
  for (const isChargeFirst of [true, false])
    for (let n = 1; ; n++) {
      const { index, total } = await reserved();
      await recordUsage(index, SUBMISSION, charge("one", 1_000_000));
      const add = (on: Index) => recordUsage(on, SUBMISSION, charge("late", 250_000));
      const settle = (on: Index) => settleSubmission(on, SUBMISSION);
      const [outer, inner] = isChargeFirst ? [add, settle] : [settle, add];
      const { wrapped, isReached } = interrupted(index, n, () => inner(index));
      await outer(wrapped);
      if (!isReached()) break;
      totals.push(await total());
    }
  expect(new Set(totals)).toEqual(new Set([1_250_000]));
  expect(totals.length).toBeGreaterThan(6);
});

test("a reservation without a submission is freed, and that of a stored submission is kept", async () => {
  const { index, reserve, total } = await reserved();
  const objects = memoryStore();
  await reserve("r2", 1_000_000);
  await freeReservation({ objects, index }, { ...NAME, name: "r2" });
  expect(await total()).toBe(5_000_000);
  await objects.put(keys.submission("a1"), "{}");
  await freeReservation({ objects, index }, NAME);
  await releaseReservation(index, NAME);
  expect(await total()).toBe(5_000_000);
  await objects.delete(keys.submission("a1"));
  for (let i = 0; i < 2; i++) await freeReservation({ objects, index }, NAME);
  expect(await total()).toBe(0);
});

test("a new index has the same account again, from the submissions and their charges", async () => {
  const clock = fakeClock();
  const index = sqliteIndex(":memory:", { clock });
  for (let i = 0; i < 2; i++) await restoreReservation(index, SUBMISSION);
  expect(await accountedMicroUsd(index, "ann", "2026-11")).toBe(5_000_000);
  // the sweep would read an item of open work for each submission of the history
  expect((await index.query(indexKeys.openWork(), { limit: 9 })).items).toEqual([]);
  await recordUsage(index, SUBMISSION, charge("one", 1_000_000));
  await settleSubmission(index, SUBMISSION);
  expect(await accountedMicroUsd(index, "ann", "2026-11")).toBe(1_000_000);
});
