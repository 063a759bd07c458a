import { putJudged } from "@medhelm/testing/fixtures/judged";
import { fakeClock } from "@medhelm/testing/clock/fake-clock";
import { keys } from "@medhelm/core/store/object-keys";
import { getJson, putJson } from "@medhelm/core/store/objects";
import type { ObjectStore } from "@medhelm/core/ports";
import { expect, test } from "vitest";
import { z } from "zod";
import { MESSAGE, putPending, storeWithSubmission, SUBMISSION, submissionOf } from "@medhelm/testing/fixtures/dispatch";
import { runState } from "../submissions/run-state.ts";
import { submissionRunState } from "@medhelm/testing/fixtures/run-state";
import { markDone } from "../submissions/submission-run-state.ts";
import { recordDeadLetter } from "./record-failure.ts";

const [first = "", second = ""] = SUBMISSION.runs.map(({ run }) => run);

async function bench() {
  const objects = await storeWithSubmission();
  const recordLetter = (message: unknown) => recordDeadLetter({ objects, clock: fakeClock() }, JSON.stringify(message));
  return { objects, recordLetter };
}

const putState = (objects: ObjectStore, run: string) => putJudged(objects, "s", run);

test("a dead letter of the dispatcher fails the open runs of its deployment, with a reason for the user", async () => {
  const { objects, recordLetter } = await bench();
  await markDone(objects, "sub", first);
  await putJson(objects, keys.manifest("s", first), { contentSha256: "c" });
  await recordLetter(MESSAGE);
  expect(await submissionRunState(objects, SUBMISSION, first)).toEqual({ state: "sealed", contentSha256: "c" });
  expect(await submissionRunState(objects, SUBMISSION, second)).toEqual({
    state: "failed",
    reason: "no job could be started for this deployment: the dispatcher gave up after several tries",
    code: "given_up",
  });
});

test("a dead letter of the dispatcher fails no run if the job did start", async () => {
  const { objects, recordLetter } = await bench();
  const record = { formatVersion: 1, ...MESSAGE, attempt: 1, faults: 0 };
  await putJson(objects, keys.job("sub", "m/one", "candidate"), { ...record, id: "job-1" });
  await recordLetter(MESSAGE);
  expect(await submissionRunState(objects, SUBMISSION, second)).toEqual({ state: "queued" });
  await putJson(objects, keys.job("sub", "m/one", "candidate"), record); // the dispatcher claimed the job and never started it
  await recordLetter(MESSAGE);
  expect(await submissionRunState(objects, SUBMISSION, second)).toMatchObject({ state: "failed" });
});

test("a dead letter of the aggregator does not fail a run that a worker has restarted", async () => {
  const { objects, recordLetter } = await bench();
  await putJson(objects, keys.progress("s", first), { formatVersion: 1, state: "judging", done: 1, total: 1 });
  await recordLetter({ suite: "s", run: first });
  expect(await objects.head(keys.failed("s", first))).toBeUndefined();
});

test("a dead letter of a judge's message fails only the runs that await that judge", async () => {
  const { objects, recordLetter } = await bench();
  const submission = submissionOf({ a: { judges: ["host/judge"] }, b: { judges: ["host/judge"] } });
  await putJson(objects, keys.submission("sub"), submission);
  await putPending(objects, "a", "host/judge");
  await recordLetter({ submission: "sub", deployment: "host/judge", role: "judge" });
  expect(await submissionRunState(objects, submission, "a")).toMatchObject({ state: "failed" });
  expect(await submissionRunState(objects, submission, "b")).toEqual({ state: "queued" });
});

test("a dead letter of the candidate's message does not fail a run that awaits its judge", async () => {
  const { objects, recordLetter } = await bench();
  const submission = submissionOf({ a: { judges: ["host/judge"] } });
  await putJson(objects, keys.submission("sub"), submission);
  await putPending(objects, "a", "host/judge");
  await recordLetter(MESSAGE);
  expect(await submissionRunState(objects, submission, "a")).toEqual({ state: "awaiting", deployment: "host/judge" });
});

test("a dead letter with an S3 event fails the run that the event's key names", async () => {
  const { objects, recordLetter } = await bench();
  await putState(objects, "pubmed_qa:model=a_b");
  const key = `runs/s/.generations/public/pubmed_qa%3Amodel%3Da_b/1-${"a".repeat(32)}/scenario_state.json`;
  await recordLetter({ Records: [{ eventName: "ObjectCreated:Put", s3: { bucket: { name: "b" }, object: { key } } }] });
  expect(await runState(objects, "s", "pubmed_qa:model=a_b")).toMatchObject({ state: "failed" });
});

test("a dead letter of a release records a failure for its requester, unless the site is published", async () => {
  const { objects, recordLetter } = await bench();
  await recordLetter({ release: "v1" });
  await recordLetter({ release: "v1" });
  expect(await getJson(objects, keys.releaseFailed("v1"), z.unknown())).toEqual({
    formatVersion: 1,
    reason: "the release could not be made: its function gave up after several tries",
    at: "2025-01-01T00:00:00.000Z",
  });
  await putJson(objects, keys.sitePublished("v2"), {});
  await recordLetter({ release: "v2" });
  expect(await objects.head(keys.releaseFailed("v2"))).toBeUndefined();
});

test("a dead letter of the aggregator fails the run, unless the run is sealed by then", async () => {
  const { objects, recordLetter } = await bench();
  await putState(objects, first);
  await recordLetter({ suite: "s", run: first });
  expect(await runState(objects, "s", first)).toEqual({
    state: "failed",
    reason: "the stats could not be computed: the aggregator gave up after several tries",
    code: "given_up",
  });
  await putJson(objects, keys.manifest("s", second), { contentSha256: "c" });
  await recordLetter({ suite: "s", run: second });
  expect(await objects.head(keys.failed("s", second))).toBeUndefined();
});

test("a second delivery of a dead letter keeps the first record", async () => {
  const { objects, recordLetter } = await bench();
  await putState(objects, first);
  await recordLetter({ suite: "s", run: first });
  const record = await objects.head(keys.failed("s", first));
  await recordLetter({ suite: "s", run: first });
  expect(await objects.head(keys.failed("s", first))).toMatchObject({ etag: record?.etag });
});

test("the service rejects a dead letter that it cannot read, so the letter stays in its queue", async () => {
  const { recordLetter } = await bench();
  await expect(recordLetter({ nothing: "known" })).rejects.toThrow(/"suite"\s+\],\s+"message": "is missing"/);
});
