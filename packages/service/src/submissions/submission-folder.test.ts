import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { keys } from "@medhelm/core/store/object-keys";
import { putJson } from "@medhelm/core/store/objects";
import type { ObjectStore } from "@medhelm/core/ports";
import type { RunState, StoredSubmission } from "@medhelm/core/submission";
import { expect, test } from "vitest";
import { putPending, submissionOf } from "@medhelm/testing/fixtures/dispatch";
import { submissionRunState } from "@medhelm/testing/fixtures/run-state";
import { markDone, markFailed, markStarted } from "./submission-run-state.ts";
import { readFolder } from "./submission-folder.ts";

const NO_COLUMN = { reason: "no such column", code: "input" } as const;

/** A store that records the keys of its reads. */
function counted() {
  const objects = memoryStore();
  const asked: string[] = [];
  const store: ObjectStore = {
    ...objects,
    get: (key) => (asked.push(key), objects.get(key)),
    head: (key) => (asked.push(key), objects.head(key)),
    list: (prefix, options) => (asked.push(prefix), objects.list(prefix, options)),
  };
  return { objects, store, asked };
}
const settle = (objects: ObjectStore, ended: object) =>
  putJson(objects, keys.submissionSettled("sub"), { formatVersion: 1, ended });

async function submissionStates(objects: ObjectStore, submission: StoredSubmission): Promise<RunState[]> {
  const folder = await readFolder(objects, submission.id, submission.runs);
  return Promise.all(submission.runs.map(({ run }) => submissionRunState(objects, submission, run, folder)));
}

test("the objects show the progress of started runs", async () => {
  const { objects, store } = counted();
  const submission = submissionOf({ a: {}, b: { judges: ["host/judge"] }, c: {} });
  for (const run of ["a", "b"]) await markStarted(objects, "sub", run);
  await putJson(objects, keys.progress("s", "a"), { formatVersion: 1, state: "running", done: 1, total: 3 });
  await putPending(objects, "b", "host/judge");
  expect(await submissionStates(store, submission)).toEqual([
    { state: "running", done: 1, total: 3 },
    { state: "awaiting", deployment: "host/judge" },
    { state: "queued" },
  ]);
});

test("ended runs are in the sweep's file, and only runs that ended later are read", async () => {
  const { objects, store, asked } = counted();
  const submission = submissionOf({ a: {}, b: {}, c: {} });
  await settle(objects, { a: { state: "sealed", contentSha256: "c" } });
  for (const run of ["a", "c"]) await markDone(objects, "sub", run);
  await putJson(objects, keys.manifest("s", "c"), { contentSha256: "d" });
  await markFailed(objects, "sub", "b", NO_COLUMN);
  const states = [
    { state: "sealed", contentSha256: "c" },
    { state: "failed", ...NO_COLUMN },
    { state: "sealed", contentSha256: "d" },
  ];
  expect(await submissionStates(store, submission)).toEqual(states);
  expect(asked).not.toContain(keys.submissionHandled("sub", "a"));

  await settle(objects, Object.fromEntries(submission.runs.map(({ run }, i) => [run, states[i]])));
  asked.length = 0;
  expect(await submissionStates(store, submission)).toEqual(states);
  expect(asked).toEqual([keys.submissionSettled("sub")]);
});

test("a run that a worker completed after the cancellation is sealed, even if the sweep recorded it as cancelled", async () => {
  const { objects, store } = counted();
  const submission = submissionOf({ a: {}, b: {} });
  await putJson(objects, keys.submissionCancel("sub"), { formatVersion: 1, cancelledAt: "" });
  const states = [{ state: "sealed", contentSha256: "c" }, { state: "cancelled" }];
  await markDone(objects, "sub", "a");
  await putJson(objects, keys.manifest("s", "a"), { contentSha256: "c" });
  expect(await submissionStates(store, submission)).toEqual(states);
  await settle(objects, { a: { state: "cancelled" }, b: { state: "cancelled" } });
  expect(await submissionStates(store, submission)).toEqual(states);
});

test("the states are read again if the sweep's file is of an earlier version with names only", async () => {
  const { objects, store } = counted();
  await putJson(objects, keys.submissionSettled("sub"), { formatVersion: 1, runs: ["a"] });
  await markFailed(objects, "sub", "a", NO_COLUMN);
  expect(await submissionStates(store, submissionOf({ a: {} }))).toEqual([{ state: "failed", ...NO_COLUMN }]);
});
