import { sqliteIndex } from "@medhelm/adapters/index/sqlite-index";
import { submissionOf } from "@medhelm/testing/fixtures/dispatch";
import { expect, test } from "vitest";
import { noteOpen } from "./open-work.ts";
import { openRunCounts } from "./open-run-counts.ts";
import { recordRunState } from "./run-states.ts";
import { createSubmission } from "./submission-record.ts";

test("the runs of all open submissions are counted by state, and a submission that is not stored yet has none", async () => {
  const index = sqliteIndex(":memory:");
  for (const id of ["one", "two"]) await createSubmission(index, { ...submissionOf({ a: {}, b: {} }), id }, 0);
  await noteOpen(index, "announced", 0);
  const state = { state: "running", done: 1, total: 9 } as const;
  await recordRunState(index, { id: "two", ordinal: 1 }, { state }, 1);
  const { submissions, runs } = await openRunCounts(index);
  expect([submissions, runs.get("queued"), runs.get("running"), runs.get("sealed")]).toEqual([2, 3, 1, 0]);
});
