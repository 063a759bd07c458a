import type { ObjectStore } from "@medhelm/core/ports";
import { keys } from "@medhelm/core/store/object-keys";
import { putJson } from "@medhelm/core/store/objects";
import { fakeClock } from "@medhelm/testing/clock/fake-clock";
import { putRun } from "@medhelm/testing/fixtures/release";
import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { expect, test } from "vitest";
import { runsBefore } from "./runs-before.ts";

const DAY_MS = Date.parse("2026-11-01");
const HOUR_MS = 3_600_000;

/** A store whose objects are an hour older than the day. After `later` new objects are an hour younger than its start. */
function storeBefore(): { readonly objects: ObjectStore; later(): Promise<void> } {
  const clock = fakeClock(DAY_MS - HOUR_MS);
  return { objects: memoryStore({ clock }), later: () => clock.advance(2 * HOUR_MS) };
}

async function putSubmission(objects: ObjectStore, id: string, { run, input, endedAt }: Record<string, string>) {
  const one = { description: "x", benchmark: "quiz", model: "m/a", modelDeployment: "m/a", judges: [] };
  await putJson(objects, keys.submission(id), {
    formatVersion: 1,
    id,
    owner: "o",
    createdAt: "2026-10-01T00:00:00.000Z",
    request: { entries: [{ description: "x" }], suite: "s", inputs: { "a.csv": input } },
    runs: [{ ...one, run }],
  });
  await objects.put(keys.input("o", String(input)), "text");
  if (endedAt !== undefined) await putJson(objects, keys.submissionDone(id), { formatVersion: 1, at: endedAt });
}

test("a run that was sealed before the day is found, and a later one is not", async () => {
  const { objects, later } = storeBefore();
  await putRun(objects, { suite: "s", model: "m/old", score: 1, access: "public", generation: 1 });
  await later();
  await putRun(objects, { suite: "s", model: "m/new", score: 1, access: "public", generation: 1 });
  const { runs } = await runsBefore(objects, DAY_MS);
  expect(runs).toEqual([{ suite: "s", run: "quiz:model=m_old", isPublic: true }]);
});

test("an unsealed run of which something was written since the day is not found", async () => {
  const { objects, later } = storeBefore();
  await objects.put(keys.identity("s", "quiz:model=left"), "{}");
  await objects.put(keys.identity("s", "quiz:model=goes_on"), "{}");
  await later();
  await objects.put("work/s/quiz:model=goes_on/lease.json", "{}");
  const { runs } = await runsBefore(objects, DAY_MS);
  expect(runs.map(({ run }) => run)).toEqual(["quiz:model=left"]);
});

test("a submission that has not ended stays with its run and its file", async () => {
  const { objects } = storeBefore();
  await putSubmission(objects, "1", { run: "quiz:model=m_open", input: "a".repeat(64) });
  await objects.put(keys.identity("s", "quiz:model=m_open"), "{}");
  expect(await runsBefore(objects, DAY_MS)).toEqual({ runs: [], submissions: [], inputs: [] });
});

test("a submission that ended before the day is found with its file, and one that ended later is not", async () => {
  const { objects } = storeBefore();
  const [old, late] = ["a".repeat(64), "b".repeat(64)];
  await putSubmission(objects, "1", { run: "r:1", input: old, endedAt: "2026-10-31T23:59:59.000Z" });
  await putSubmission(objects, "2", { run: "r:2", input: late, endedAt: "2026-11-01T00:00:00.000Z" });
  const { submissions, inputs } = await runsBefore(objects, DAY_MS);
  expect(submissions.map(({ id }) => id)).toEqual(["1"]);
  expect(inputs).toEqual([keys.input("o", old)]);
});

test("a file that was uploaded since the day stays, because its submission may follow", async () => {
  const { objects, later } = storeBefore();
  await objects.put(keys.input("o", "a".repeat(64)), "old");
  await later();
  await objects.put(keys.input("o", "b".repeat(64)), "new");
  expect((await runsBefore(objects, DAY_MS)).inputs).toEqual([keys.input("o", "a".repeat(64))]);
});
