import { sqliteIndex } from "@medhelm/adapters/index/sqlite-index";
import { indexKeys } from "@medhelm/core/store/index-keys";
import type { Index } from "@medhelm/core/ports";
import { submissionOf } from "@medhelm/testing/fixtures/dispatch";
import { expect, test } from "vitest";
import { announceSuite, dropOpenItem, dueWork, noteOpen, openSubmissionIds, postponeOpenItem } from "./open-work.ts";
import {
  cancelSubmission,
  createSubmission,
  endSubmission,
  type FoundSubmission,
  moveDue,
  readSubmissionRecord,
} from "./submission-record.ts";

const submission = submissionOf({ a: {}, b: {} });
const LINE = { owner: "ann", suite: "s", createdAt: "2025-01-01T00:00:00.000Z", runs: 2 };
const ENDED = { state: "failed", counts: { sealed: 1, failed: 1 }, at: "2025-01-02T00:00:00.000Z" } as const;

async function created(): Promise<Index> {
  const index = sqliteIndex(":memory:");
  await createSubmission(index, submission, 1000);
  return index;
}
async function found(index: Index): Promise<FoundSubmission> {
  const record = await readSubmissionRecord(index, "sub");
  if (record === undefined) throw new Error("no record");
  return record;
}
const valuesOf = async (index: Index, partition: string) =>
  (await index.query(partition, { limit: 100 })).items.map(({ sort, value }) => [sort, value]);
const dueIds = async (index: Index, nowMs: number, limit = 10) =>
  (await dueWork(index, nowMs, limit)).map((due) => `${"id" in due ? due.id : ""} ${due.dueMs}`);

test("a new submission has a record, a line in both lists and an open item", async () => {
  const index = await created();
  expect((await found(index)).record).toEqual({ formatVersion: 1, ...LINE, dueKey: "0000000001000#sub" });
  expect(await valuesOf(index, indexKeys.allSubmissions())).toEqual([["sub", LINE]]);
  expect(await valuesOf(index, indexKeys.ownSubmissions("ann"))).toEqual([["sub", LINE]]);
  expect(await dueIds(index, 999)).toEqual([]);
  expect(await dueIds(index, 1000)).toEqual(["sub 1000"]);
});

test("an open item of a later version does not hide the others", async () => {
  const index = await created();
  await index.write([{ kind: "put", ...indexKeys.openItem(1, "later"), value: { other: true } }]);
  expect(await dueIds(index, 1000)).toEqual(["sub 1000"]);
});

test("creating a submission again changes nothing, even after its end", async () => {
  const index = await created();
  await endSubmission(index, await found(index), ENDED);
  await createSubmission(index, submission, 2000);
  expect((await found(index)).record.ended).toEqual(ENDED);
  expect(await dueIds(index, 9999)).toEqual([]);
});

test("moving the due time replaces the open item", async () => {
  const index = await created();
  expect(await moveDue(index, await found(index), 5000, { sweptAtMs: 1500 })).toBe(true);
  expect(await dueIds(index, 4999)).toEqual([]);
  expect(await dueIds(index, 5000)).toEqual(["sub 5000"]);
  expect((await found(index)).record).toMatchObject({ dueKey: "0000000005000#sub", sweptAtMs: 1500 });
});

test("of two sweeps that read the same record, one moves the due time", async () => {
  const index = await created();
  const [one, other] = [await found(index), await found(index)];
  expect([await moveDue(index, one, 5000), await moveDue(index, other, 7000)]).toEqual([true, false]);
  expect(await dueIds(index, 9999)).toEqual(["sub 5000"]);
});

test("the end is in the record and in both lists, and the submission is never due again", async () => {
  const index = await created();
  expect(await endSubmission(index, await found(index), ENDED)).toBe(true);
  expect((await found(index)).record).toEqual({ formatVersion: 1, ...LINE, ended: ENDED });
  expect(await valuesOf(index, indexKeys.allSubmissions())).toEqual([["sub", { ...LINE, ended: ENDED }]]);
  expect(await valuesOf(index, indexKeys.ownSubmissions("ann"))).toEqual([["sub", { ...LINE, ended: ENDED }]]);
  expect(await dueIds(index, 9999)).toEqual([]);
});

test("a cancellation makes the submission due, and a sweep that read the record before does not end it", async () => {
  const index = await created();
  const before = await found(index);
  await cancelSubmission(index, "sub", "2025-01-01T01:00:00.000Z", 500);
  expect(await endSubmission(index, before, ENDED)).toBe(false);
  expect(await dueIds(index, 500)).toEqual(["sub 500"]);
  expect((await found(index)).record.cancelledAt).toBe("2025-01-01T01:00:00.000Z");
});

test("a repeated cancellation keeps the first time, and one after the end has no effect", async () => {
  const index = await created();
  for (const at of ["first", "second"]) await cancelSubmission(index, "sub", at, 500);
  expect((await found(index)).record.cancelledAt).toBe("first");
  await endSubmission(index, await found(index), ENDED);
  await cancelSubmission(index, "sub", "third", 600);
  expect(await dueIds(index, 9999)).toEqual([]);
});

test("due submissions come in the order of their due times, as many as the limit", async () => {
  const index = sqliteIndex(":memory:");
  for (const [id, dueMs] of Object.entries({ late: 30, first: 10, second: 20 })) await noteOpen(index, id, dueMs);
  expect(await dueIds(index, 100, 2)).toEqual(["first 10", "second 20"]);
  const open: string[] = [];
  for await (const id of openSubmissionIds(index)) open.push(id);
  expect(open).toEqual(["first", "second", "late"]);
});

test("an open item without a record can be moved and dropped", async () => {
  const index = sqliteIndex(":memory:");
  await noteOpen(index, "never", 10);
  const [due] = await dueWork(index, 10, 1);
  if (due === undefined || !("id" in due)) throw new Error("no open item");
  await postponeOpenItem(index, due, 20);
  expect(await dueIds(index, 100)).toEqual(["never 20"]);
  await dropOpenItem(index, { dueKey: "0000000000020#never" });
  expect(await dueIds(index, 100)).toEqual([]);
});

test("many changed suites that are due keep no submission from being swept", async () => {
  const index = sqliteIndex(":memory:");
  for (let n = 0; n < 7; n++) await announceSuite(index, `s${n}`, 0);
  await noteOpen(index, "a", 300_001);
  await noteOpen(index, "b", 300_002);
  const due = await dueWork(index, 300_002, 1);
  expect(due.map((one) => ("id" in one ? one.id : "suite"))).toEqual([
    ...Array.from({ length: 7 }, () => "suite"),
    "a",
  ]);
});

test("a change of a submission's record keeps the fields of a later version", async () => {
  const index = await created();
  const { record } = await found(index);
  await index.write([{ kind: "put", ...indexKeys.submissionMeta("sub"), value: { ...record, later: 1 } }]);
  await cancelSubmission(index, "sub", "2025-01-01", 5);
  expect((await index.get(indexKeys.submissionMeta("sub")))?.value).toMatchObject({
    later: 1,
    cancelledAt: "2025-01-01",
  });
});
