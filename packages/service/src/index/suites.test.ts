import { sqliteIndex } from "@medhelm/adapters/index/sqlite-index";
import { countedIndex } from "@medhelm/testing/stores/counted-index";
import type { Index } from "@medhelm/core/ports";
import type { StoredSubmission } from "@medhelm/core/submission";
import { expect, test } from "vitest";
import { markBuilt } from "./built.ts";
import { listRuns, newestSubmissionOf, suiteSubmissionWrites } from "./suites.ts";

const submissionOf = (id: string, runs: readonly string[]): StoredSubmission => ({
  formatVersion: 1,
  id,
  owner: "ann",
  createdAt: "2026-11-21T12:00:00.000Z",
  request: { entries: [{ description: "x" }], suite: "s" },
  runs: runs.map((run) => ({ run, description: run, benchmark: "b", model: "m", modelDeployment: "m" })),
});

async function add(index: Index, id: string, runs: readonly string[]): Promise<void> {
  const [first, ...others] = suiteSubmissionWrites(submissionOf(id, runs));
  if (first !== undefined) await index.write([first, ...others]);
}

test("an index of an earlier version finds a run in the newest of its submissions, with its position", async () => {
  const index = sqliteIndex(":memory:");
  await add(index, "a2", ["x", "y"]);
  await add(index, "a1", ["y"]);
  expect(await newestSubmissionOf(index, "s", "y")).toEqual({ id: "a1", ordinal: 0 });
  expect(await newestSubmissionOf(index, "s", "x")).toEqual({ id: "a2", ordinal: 0 });
  expect(await newestSubmissionOf(index, "s", "z")).toBeUndefined();
  expect(await newestSubmissionOf(index, "other", "y")).toBeUndefined();
});

test("the runs of a large submission are found in all of its items", async () => {
  const index = sqliteIndex(":memory:");
  await add(
    index,
    "a1",
    Array.from({ length: 25_000 }, (_, i) => `r${i}`),
  );
  const found = await Promise.all(
    ["r0", "r9999", "r10000", "r24999"].map((run) => newestSubmissionOf(index, "s", run)),
  );
  expect(found.map((one) => one?.ordinal)).toEqual([0, 9999, 10_000, 24_999]);
});

test("a run is found with one query behind 1,000 newer submissions of its suite, in its newest submission", async () => {
  const index = countedIndex(sqliteIndex(":memory:"));
  for (const id of ["b2", "b1"]) await listRuns(index, submissionOf(id, ["x", "y"]));
  for (let n = 1000; n < 2000; n++) await listRuns(index, submissionOf(`a${n}`, ["other"]));
  await markBuilt(index);
  expect(await newestSubmissionOf(index, "s", "y")).toEqual({ id: "b1", ordinal: 1 });
  expect([index.requests, index.itemsRead]).toMatchObject([{ get: 0, query: 1 }, 1]);
});
