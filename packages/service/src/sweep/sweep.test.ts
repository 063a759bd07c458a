import { putJudged } from "@medhelm/testing/fixtures/judged";
import { sqliteIndex } from "@medhelm/adapters/index/sqlite-index";
import { fakeClock } from "@medhelm/testing/clock/fake-clock";
import { memoryQueue } from "@medhelm/testing/queues/memory-queue";
import { runLedgerEntryName } from "@medhelm/core/money/ledger-entry";
import { collect } from "@medhelm/core/run/collect";
import { keys } from "@medhelm/core/store/object-keys";
import { getJson, putJson } from "@medhelm/core/store/objects";
import { expect, test } from "vitest";
import { z } from "zod";
import { messages } from "@medhelm/testing/fixtures/api";
import {
  dispatchPorts,
  MESSAGE,
  putPending,
  storeWithSubmission,
  SUBMISSION,
  testCompute,
} from "@medhelm/testing/fixtures/dispatch";
import { dispatch } from "../dispatch/dispatch.ts";
import { readSubmissionRecord, createSubmission } from "../index/submission-record.ts";
import { accountedMicroUsd, bindReservation, reserveInAccount } from "../index/account.ts";
import { AFTER_LEASE_MS } from "../failure/job-event.ts";
import { reindex } from "../index/reindex.ts";
import { refreshRelease } from "../index/releases.ts";
import { usageEntries } from "../index/usage.ts";
import { dueWork, noteOpen } from "../index/open-work.ts";
import { readStates, recordRunState } from "../index/run-states.ts";
import { markDone, markFailed, markStarted } from "../submissions/submission-run-state.ts";
import { sweep } from "./sweep.ts";

const NO_COLUMN = { reason: "no such column", code: "input" } as const;

const CHARGES = {
  formatVersion: 1,
  kind: "run",
  owner: "ann",
  month: "2025-01",
  submission: "sub",
  suite: "s",
  lines: [
    {
      role: "candidate",
      deployment: "m/one",
      model: "m/one",
      requests: 3,
      unmetered: 0,
      promptTokens: 9,
      completionTokens: 6,
      microUsd: 5,
    },
  ],
};

const [first = "", second = ""] = SUBMISSION.runs.map(({ run }) => run);

async function bench() {
  const objects = await storeWithSubmission();
  const clock = fakeClock();
  const queue = () => memoryQueue({ clock, visibilityMs: 30_000 });
  const [dispatchQueue, aggregateQueue, releaseQueue] = [queue(), queue(), queue()];
  const reported: string[] = [];
  const report = (_: unknown, key: string) => void reported.push(key);
  const index = sqliteIndex(":memory:");
  await createSubmission(index, SUBMISSION, 0);
  const pace = { idleMs: 0, activeMs: 0 };
  const ports = { objects, index, clock, dispatchQueue, aggregateQueue, releaseQueue, report, pace };
  return { objects, index, dispatchQueue, aggregateQueue, releaseQueue, reported, ports, once: () => sweep(ports) };
}

test("the sweep sends the dispatcher one message for each deployment with open runs", async () => {
  const { dispatchQueue, aggregateQueue, once } = await bench();
  expect(await once()).toEqual({ submissions: 1, dispatched: 1, aggregated: 0, released: 0 });
  expect(await messages(dispatchQueue)).toEqual([MESSAGE]);
  expect(await messages(aggregateQueue)).toEqual([]);
});

test("the sweep sends a run with complete answers to the aggregator until the run is sealed", async () => {
  const { objects, dispatchQueue, aggregateQueue, once } = await bench();
  await markDone(objects, "sub", first);
  await markDone(objects, "sub", second);
  await putJudged(objects, "s", second);
  const keyOf = await putJudged(objects, "s", first);
  await putJson(objects, keys.manifest("s", second), { contentSha256: "c" });
  expect(await once()).toMatchObject({ aggregated: 1, dispatched: 0 });
  await putJson(objects, keyOf("derived-0123456789ab/stats.json"), []); // the aggregator stopped after its first file
  expect(await once()).toMatchObject({ aggregated: 1, dispatched: 0 });
  const message = { suite: "s", run: first };
  expect(await messages(aggregateQueue)).toEqual([message, message]);
  expect(await messages(dispatchQueue)).toEqual([]);
});

test("the sweep sends the run of a worker that was killed while it wrote to the dispatcher", async () => {
  const { objects, dispatchQueue, aggregateQueue, once } = await bench();
  for (const run of [first, second])
    await putJson(objects, keys.progress("s", run), { formatVersion: 1, state: "judging", done: 3, total: 3 });
  await once();
  expect(await messages(aggregateQueue)).toEqual([]);
  expect(await messages(dispatchQueue)).toEqual([MESSAGE]);
});

test("the sweep ignores stats that a late aggregator of format N-1 wrote into the run's own folder", async () => {
  const { objects, aggregateQueue, dispatchQueue, once } = await bench();
  await markDone(objects, "sub", first);
  await putJson(objects, keys.runFile("s", first, "stats.json"), []);
  await once();
  expect(await messages(aggregateQueue)).toEqual([]);
  expect(await messages(dispatchQueue)).toEqual([MESSAGE]);
});

test("the sweep marks a submission whose runs have all ended, and skips it from then on", async () => {
  const { objects, once } = await bench();
  await markFailed(objects, "sub", first, NO_COLUMN);
  await markDone(objects, "sub", second);
  await putJson(objects, keys.manifest("s", second), { contentSha256: "c" });
  expect(await once()).toMatchObject({ submissions: 1, dispatched: 0, aggregated: 0 });
  expect(await objects.head(keys.submissionDone("sub"))).toBeDefined();
  expect(await once()).toMatchObject({ submissions: 0 });
});

test("the sweep sends messages for a running job of a cancelled submission until the job has ended", async () => {
  const { objects, dispatchQueue, ports } = await bench();
  const compute = testCompute();
  const { id } = await compute.submit({ name: "sub-m_one-candidate-1", definition: "worker", environment: {} });
  const record = { formatVersion: 1, ...MESSAGE, attempt: 1, faults: 0, id };
  await putJson(objects, keys.job("sub", "m/one", "candidate"), record);
  await putJson(objects, keys.submissionCancel("sub"), { formatVersion: 1, cancelledAt: "" });
  await sweep({ ...ports, compute });
  expect(await messages(dispatchQueue)).toEqual([MESSAGE]);
  expect(await objects.head(keys.submissionDone("sub"))).toBeUndefined();
  await dispatch(dispatchPorts(objects, compute, ports.clock, ports.index), MESSAGE);
  expect(compute.cancelled).toEqual([id]);
  compute.end(id, "failed", "cancelled: the submission was cancelled");
  await sweep({ ...ports, compute });
  expect(await messages(dispatchQueue)).toEqual([]);
  expect(await objects.head(keys.submissionDone("sub"))).toBeDefined();
});

test("the end of a submission is in the index, with the counts of its runs, and stays when it is swept again", async () => {
  const { objects, index, once } = await bench();
  await markFailed(objects, "sub", first, NO_COLUMN);
  await putJson(objects, keys.submissionCancel("sub"), { formatVersion: 1, cancelledAt: "" });
  await once();
  expect((await readSubmissionRecord(index, "sub"))?.record).toMatchObject({
    ended: { state: "failed", counts: { failed: 1, cancelled: 1 }, at: "2025-01-01T00:00:00.000Z" },
  });
  await noteOpen(index, "sub", 0);
  expect(await once()).toMatchObject({ submissions: 0 });
  expect(await once()).toMatchObject({ submissions: 0 });
});

test("at the end of a submission the sweep asks for the deletion of what killed workers left of its unsealed runs", async () => {
  const { objects, aggregateQueue, ports, once } = await bench();
  await markStarted(objects, "sub", first);
  await markFailed(objects, "sub", first, NO_COLUMN);
  await putJson(objects, keys.submissionCancel("sub"), { formatVersion: 1, cancelledAt: "" }); // before any worker started the second run
  await once();
  expect(await messages(aggregateQueue)).toEqual([]);
  await ports.clock.advance(AFTER_LEASE_MS);
  expect(await messages(aggregateQueue)).toEqual([{ suite: "s", run: first, isEnded: true }]);
  await once();
  expect(await messages(aggregateQueue)).toEqual([]);
});

test("the sweep brings the run states up to the objects that a process wrote before it ended", async () => {
  const { objects, index, once } = await bench();
  await markFailed(objects, "sub", first, NO_COLUMN);
  await markStarted(objects, "sub", second);
  await putPending(objects, second, "m/one");
  await once();
  expect((await readStates(index, "sub"))?.states).toEqual([
    { state: "failed", ...NO_COLUMN },
    { state: "awaiting", deployment: "m/one" },
  ]);
});

test("a failure with a very long reason ends its run, and the index has the start of the reason", async () => {
  const { objects, index, ports, reported, once } = await bench();
  for (const run of [first, second])
    await markFailed(objects, "sub", run, { reason: "x".repeat(200_000), code: "input" });
  await once();
  expect(reported).toEqual([]);
  expect((await readStates(index, "sub"))?.states[0]).toEqual({
    state: "failed",
    reason: "x".repeat(10_000),
    code: "input",
  });
  expect(await reindex({ ...ports, index: sqliteIndex(":memory:") })).toMatchObject({ submissions: 1, damaged: [] });
});

test("a worker's record that is newer than the sweep's reads stays", async () => {
  const { objects, index, ports } = await bench();
  const state = { state: "running", done: 5, total: 9 } as const;
  const slow = {
    ...objects,
    list: (...of: Parameters<typeof objects.list>) => (
      void recordRunState(index, { id: "sub", ordinal: 0 }, { state }, 1), objects.list(...of)
    ),
  };
  await sweep({ ...ports, objects: slow });
  expect((await readStates(index, "sub"))?.states[0]).toEqual(state);
});

test("the sweep completes a submission whose API request was cut off after its object was stored", async () => {
  const { objects, index, dispatchQueue, once } = await bench();
  await noteOpen(index, "cut", 0);
  await putJson(objects, keys.submission("cut"), { ...SUBMISSION, id: "cut" });
  expect(await once()).toMatchObject({ submissions: 2, dispatched: 2 });
  expect(await messages(dispatchQueue)).toContainEqual({ ...MESSAGE, submission: "cut" });
  expect((await readSubmissionRecord(index, "cut"))?.record).toMatchObject({ owner: "ann", runs: 2 });
});

test("the sweep forgets an announced submission an hour after its due time if no object follows", async () => {
  const { index, ports, once } = await bench();
  await noteOpen(index, "never", ports.clock.nowMs());
  const isThere = async () =>
    (await dueWork(index, ports.clock.nowMs(), 9)).some((due) => "id" in due && due.id === "never");
  await ports.clock.advance(3_600_000);
  await once();
  expect(await isThere()).toBe(true);
  await ports.clock.advance(1);
  await once();
  expect(await isThere()).toBe(false);
});

test("announced submissions without an object do not keep the sweep from the stored ones", async () => {
  const { index, ports } = await bench();
  const due = async () => (await dueWork(index, ports.clock.nowMs(), 9)).map((one) => ("id" in one ? one.id : ""));
  const { pace: _, ...usual } = ports;
  await sweep(usual);
  for (const id of ["lost-1", "lost-2"]) await noteOpen(index, id, ports.clock.nowMs());
  await ports.clock.advance(5 * 60_000);
  await sweep({ ...usual, maxSubmissions: 2 });
  expect(await due()).toEqual(["sub"]);
});

test("the sweep reads a submission with an active job again after 15 minutes, and one without after 5", async () => {
  const { objects, ports } = await bench();
  const compute = testCompute();
  const { pace: _, ...usual } = ports;
  const minutes = async (compareTo: Partial<typeof usual> & { readonly compute?: typeof compute }) => {
    const swept: number[] = [];
    for (let minute = 0; minute <= 30; minute += 5) {
      if ((await sweep({ ...usual, ...compareTo })).submissions === 1) swept.push(minute);
      await ports.clock.advance(300_000);
    }
    return swept;
  };
  expect(await minutes({})).toEqual([0, 5, 10, 15, 20, 25, 30]);
  await dispatch(dispatchPorts(objects, compute, ports.clock, ports.index), MESSAGE);
  expect(await minutes({ compute })).toEqual([0, 15, 30]);
});

test("the sweep reports a damaged submission and continues with the others", async () => {
  const { objects, index, dispatchQueue, reported, once } = await bench();
  await objects.put(keys.submission("damaged"), "{");
  await noteOpen(index, "damaged", 0);
  expect(await once()).toMatchObject({ submissions: 1, dispatched: 1 });
  expect(reported).toEqual([keys.submission("damaged")]);
  expect(await messages(dispatchQueue)).toEqual([MESSAGE]);
});

test("the sweep requests a release without a site again, but not a failed release", async () => {
  const { objects, index, releaseQueue, once } = await bench();
  await putJson(objects, keys.releaseFailed("failed"), { formatVersion: 1, reason: "no runs" });
  await putJson(objects, keys.sitePublished("built"), {});
  for (const release of ["open", "failed", "built"]) {
    const request = { name: release, suites: ["s"], profile: "corrected", publish: false };
    await putJson(objects, keys.releaseRequest(release), {
      formatVersion: 1,
      owner: "ann",
      createdAt: "2025-01-01T00:00:00.000Z",
      request,
    });
    await refreshRelease({ objects, index }, release);
  }
  expect(await once()).toMatchObject({ released: 1 });
  expect(await messages(releaseQueue)).toEqual([{ release: "open" }]);
});

test("the sweep frees a reservation an hour later if no submission followed, and keeps that of a submission", async () => {
  const { index, ports, once } = await bench();
  const reserve = async (name: string, id: string) => {
    const reservation = { owner: "ann", month: "2025-01", name };
    await reserveInAccount(ports, reservation, { microUsd: 5, limitMicroUsd: 100 });
    await bindReservation(index, reservation, id);
  };
  await reserve("lost", "never stored");
  await reserve("used", "sub");
  const total = () => accountedMicroUsd(index, "ann", "2025-01");
  await once();
  expect(await total()).toBe(10);
  await ports.clock.advance(3_600_000);
  await once();
  expect(await total()).toBe(5);
});

test("at a submission's end its charges replace its reservation", async () => {
  const { objects, index, ports, once } = await bench();
  const reservation = { owner: "ann", month: "2025-01", name: "r" };
  await putJson(objects, keys.submission("sub"), { ...SUBMISSION, limitUsd: 5e-6, reservation: "r" });
  await reserveInAccount(ports, reservation, { microUsd: 5, limitMicroUsd: 100 });
  await bindReservation(index, reservation, "sub");
  for (const run of [first, second]) await markFailed(objects, "sub", run, NO_COLUMN);
  await once();
  expect(await accountedMicroUsd(index, "ann", "2025-01")).toBe(0);
});

test("the sweep brings the charges of a worker on another machine into the index before its run can be shown as sealed", async () => {
  const { objects, index, once } = await bench();
  await once();
  const entry = { ...CHARGES, run: first };
  await putJson(objects, keys.ledgerEntry("ann", "2025-01", runLedgerEntryName("sub", first)), entry);
  await putJudged(objects, "s", first);
  await markDone(objects, "sub", first);
  await once();
  expect(await collect(usageEntries(index, "ann", "2025-01"))).toEqual([entry]);
});

test("the sweep keeps the fields that a later version has added to the record of the ended runs", async () => {
  const { objects, once } = await bench();
  await putJson(objects, keys.submissionSettled("sub"), { formatVersion: 1, ended: {}, later: 1 });
  await markFailed(objects, "sub", first, NO_COLUMN);
  await once();
  expect(await getJson(objects, keys.submissionSettled("sub"), z.unknown())).toEqual({
    formatVersion: 1,
    ended: { [first]: { state: "failed", ...NO_COLUMN } },
    later: 1,
  });
});

test("a worker that settles a run again keeps the fields that a later version has added", async () => {
  const { objects } = await bench();
  const handled = { formatVersion: 1, result: "done", term: 1, later: 1 };
  await putJson(objects, keys.submissionHandled("sub", first), handled);
  await markDone(objects, "sub", first, { term: 1 });
  expect(await getJson(objects, keys.submissionHandled("sub", first), z.unknown())).toEqual(handled);
});
