import { sqliteIndex } from "@medhelm/adapters/index/sqlite-index";
import type { LedgerEntry } from "@medhelm/core/money/ledger-entry";
import { indexKeys } from "@medhelm/core/store/index-keys";
import type { Index } from "@medhelm/core/ports";
import type { StoredSubmission } from "@medhelm/core/submission";
import { submissionOf } from "@medhelm/testing/fixtures/dispatch";
import { killedAfter, pauseAt, pausedIndex } from "@medhelm/testing/stores/paused-store";
import { expect, test } from "vitest";
import { markBuilt } from "./built.ts";
import { recordUsage } from "./record-usage.ts";
import { createSubmission } from "./submission-record.ts";
import { chargedSubmissions, repairSums, usageBySubmission } from "./usage-sums.ts";

const MONTH = "2025-01";
const submissionOfRuns = (count: number, id = "sub"): StoredSubmission => ({
  ...submissionOf(Object.fromEntries(Array.from({ length: count }, (_, i) => [`run-${i}`, {}]))),
  id,
  createdAt: `${MONTH}-01T00:00:00.000Z`,
});

function charge(run: string, requests: number, submission = "sub"): LedgerEntry {
  const line = { role: "candidate", deployment: "m/one", model: "m", unmetered: 0, promptTokens: 10 } as const;
  const head = { formatVersion: 1, kind: "run", owner: "ann", month: MONTH, submission, suite: "s" } as const;
  return { ...head, run, lines: [{ ...line, requests, completionTokens: 1, microUsd: requests * 7 }] };
}

async function bench(runs = 3) {
  const index = sqliteIndex(":memory:");
  const submission = submissionOfRuns(runs);
  await createSubmission(index, submission, 0);
  await markBuilt(index);
  return { index, submission, spent: () => spentIn(index) };
}

/** The microUsd of each submission of the month. */
async function spentIn(index: Index): Promise<Record<string, number>> {
  const spent: Record<string, number> = {};
  for await (const { submission, parts } of usageBySubmission(index, "ann", MONTH))
    for (const { microUsd } of parts) spent[submission] = (spent[submission] ?? 0) + microUsd;
  return spent;
}

/** Removes the sums, as in the index of an earlier version. */
async function withoutSums(index: Index): Promise<void> {
  const { items } = await index.query(indexKeys.usageSums("ann", MONTH), { limit: 100 });
  for (const { partition, sort } of items) await index.write([{ kind: "delete", partition, sort }]);
}

test("a sum has the latest charges of each run once", async () => {
  const { index, submission, spent } = await bench();
  for (const requests of [1, 3, 3, 2]) await recordUsage(index, submission, charge("run-0", requests));
  await recordUsage(index, submission, charge("run-1", 5));
  expect(await spent()).toEqual({ sub: 56 });
});

test("a submission is counted at its first charge, and again neither by later charges nor by a repair", async () => {
  const { index, submission } = await bench();
  expect(await chargedSubmissions(index, "ann", MONTH)).toBe(0);
  for (const run of ["run-0", "run-0", "run-1"]) await recordUsage(index, submission, charge(run, 2));
  await repairSums(index, submission);
  const other = submissionOfRuns(1, "tub");
  await recordUsage(index, other, charge("run-0", 2, "tub"));
  expect(await chargedSubmissions(index, "ann", MONTH)).toBe(2);
});

test("a repair counts a submission whose charges an earlier version has recorded", async () => {
  const { index, submission } = await bench();
  const entry = charge("run-0", 1);
  await index.write([{ kind: "put", ...indexKeys.usageEntry("ann", MONTH, "sub-x"), value: entry }]);
  for (let i = 0; i < 2; i++) await repairSums(index, submission);
  expect(await chargedSubmissions(index, "ann", MONTH)).toBe(1);
});

test("1,000 workers that record charges at the same time are summed exactly", async () => {
  const { index, submission, spent } = await bench(1000);
  const slow: Index = { ...index, get: async (key) => (await new Promise(setImmediate), index.get(key)) };
  for (const requests of [1, 2])
    await Promise.all(submission.runs.map(({ run }) => recordUsage(slow, submission, charge(run, requests))));
  expect(await spent()).toEqual({ sub: 14_000 });
});

test.each(["before", "after"] as const)(
  "a worker that is killed %s any operation and starts again leaves the sum of the charges",
  async (when) => {
    let n = 0;
    for (let isReached = true; isReached; ) {
      n++;
      isReached = false;
      const { index, submission, spent } = await bench();
      const kill = pauseAt(n, async () => {
        isReached = true;
        throw new Error("killed");
      });
      const dying = when === "before" ? pausedIndex(index, kill) : killedAfter(index, kill);
      const record = async (on: Index): Promise<void> => {
        for (const requests of [1, 4]) await recordUsage(on, submission, charge("run-0", requests));
      };
      await record(dying).catch(() => undefined);
      await record(index);
      expect({ n, spent: await spent() }).toEqual({ n, spent: { sub: 28 } });
    }
    expect(n).toBeGreaterThan(6);
  },
);

test("the index of an earlier version is read by its entries, and its sums are repaired", async () => {
  const { index, submission, spent } = await bench();
  await recordUsage(index, submission, charge("run-0", 1));
  await withoutSums(index);
  await index.write([{ kind: "put", ...indexKeys.built(), value: { formatVersion: 1 } }]);
  await recordUsage(index, submission, charge("run-1", 1));
  expect(await spent()).toEqual({ sub: 14 });
  await repairSums(index, submission);
  await markBuilt(index);
  expect(await spent()).toEqual({ sub: 14 });
});

test("a submission whose sums are not complete is read by its entries, in a month of sums", async () => {
  const { index, submission, spent } = await bench();
  await recordUsage(index, submission, charge("run-0", 1));
  await withoutSums(index);
  await recordUsage(index, submission, charge("run-1", 1));
  const other = submissionOfRuns(1, "tub");
  await createSubmission(index, other, 0);
  await recordUsage(index, other, charge("run-0", 2, "tub"));
  expect(await spent()).toEqual({ sub: 14, tub: 14 });
});

test("a charge that an earlier version records is in the sums after a repair", async () => {
  const { index, submission, spent } = await bench();
  await recordUsage(index, submission, charge("run-0", 1));
  const { items } = await index.query(indexKeys.usage("ann", MONTH), { limit: 9 });
  for (const { partition, sort } of items)
    await index.write([{ kind: "put", partition, sort, value: JSON.parse(JSON.stringify(charge("run-0", 9))) }]);
  await repairSums(index, submission);
  await recordUsage(index, submission, charge("run-0", 10));
  expect(await spent()).toEqual({ sub: 70 });
});

test("a worker that records a charge during any operation of a repair is in the sums", async () => {
  let n = 0;
  for (let isReached = true; isReached; ) {
    n++;
    isReached = false;
    const { index, submission, spent } = await bench(300);
    await recordUsage(index, submission, charge("run-0", 1));
    await withoutSums(index);
    const turn = pauseAt(n, async () => {
      isReached = true;
      for (const run of ["run-0", "run-7", "run-8", "run-9"]) await recordUsage(index, submission, charge(run, 2));
    });
    await repairSums(pausedIndex(index, turn), submission);
    expect({ n, spent: await spent() }).toEqual({ n, spent: { sub: isReached ? 56 : 7 } });
  }
  expect(n).toBeGreaterThan(3);
});

test("the machine time of a job is summed to the millisecond", async () => {
  const { index, submission } = await bench();
  const head = {
    formatVersion: 1,
    kind: "gpu-job",
    owner: "ann",
    month: MONTH,
    submission: "sub",
    suite: "s",
  } as const;
  const price = { market: "spot", usdPerHour: 1, asOf: "2025-01-01" } as const;
  const job = { deployment: "m/one", model: "m", gpuClass: "g", gpus: 3, attempts: 1, price, microUsd: 1 };
  for (const jobId of ["a", "b", "c"]) await recordUsage(index, submission, { ...head, ...job, jobId, seconds: 0.1 });
  const found = [];
  for await (const { parts } of usageBySubmission(index, "ann", MONTH)) found.push(...parts);
  expect(found).toMatchObject([{ gpuMs: 900, microUsd: 3 }]);
});
