import type { ObjectStore } from "@medhelm/core/ports";
import { fakeClock } from "@medhelm/testing/clock/fake-clock";
import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { pausedAt } from "@medhelm/testing/stores/paused-store";
import { copyOf, plan, runTexts, runToSeal, SUITE, workerPorts, workRequest } from "@medhelm/testing/fixtures/work";
import { keys } from "@medhelm/core/store/object-keys";
import { openRun } from "@medhelm/core/store/run-files";
import { expect, test } from "vitest";
import { withdrawRuns } from "../../withdraw/withdraw-runs.ts";
import { putBackGeneration } from "./put-back-generation.ts";
import { workRun } from "../work-run.ts";

const small = await plan(1);
const run = small.runSpec.name;

/** A sealed run, and a store that has a copy of the run's own folder only. */
async function copied() {
  const sealed = memoryStore();
  await runToSeal(workerPorts(sealed, { answered: [] }), workRequest(small));
  const texts = await runTexts(sealed, run);
  const objects = memoryStore();
  for (const [file, text] of texts) await objects.put(keys.runFile(SUITE, run, file), text);
  return { texts, objects };
}

test("a worker that stops at any operation on a copied run leaves its results readable, and the next one completes it", async () => {
  const { texts, objects: before } = await copied();
  let stops = 0;
  for (let isReached = true; isReached; stops++) {
    const objects = await copyOf(before);
    isReached = false;
    const stop = () => {
      isReached = true;
      return Promise.reject(new Error("killed"));
    };
    const answered: string[] = [];
    const stopped = pausedAt(objects, stops + 1, stop);
    await workRun(workerPorts(stopped, { answered }), workRequest(small)).catch(() => undefined);
    const { keyOf } = await openRun(objects, SUITE, run);
    const stats = new TextDecoder().decode((await objects.get(keyOf("stats.json")))?.body);
    expect({ stops, stats }).toEqual({ stops, stats: texts.get("stats.json") });
    const again = await workRun(workerPorts(objects, { answered }, 2), workRequest(small));
    expect({ stops, again: again.kind, answered }).toEqual({ stops, again: "sealed", answered: [] });
    expect((await openRun(objects, SUITE, run)).copiedFrom).toBeUndefined();
    expect(await runTexts(objects, run)).toEqual(texts);
  }
  expect(stops).toBeGreaterThan(30);
});

test("a copied run whose sealed generation is there in part keeps its sealed files if the copy is edited", async () => {
  const { texts, objects } = await copied();
  await workRun(workerPorts(objects, { answered: [] }), workRequest(small));
  const { keyOf } = await openRun(objects, SUITE, run);
  await objects.delete(keyOf("run_spec.json"));
  await objects.put(keys.runFile(SUITE, run, "stats.json"), "edited");
  expect(await workRun(workerPorts(objects, { answered: [] }), workRequest(small))).toEqual({ kind: "sealed" });
  expect(await runTexts(objects, run)).toEqual(texts);
});

test("sealed files that a user deleted come back from the run's own folder, and no request is sent", async () => {
  const { texts, objects } = await copied();
  await workRun(workerPorts(objects, { answered: [] }), workRequest(small));
  const { keyOf } = await openRun(objects, SUITE, run);
  for (const file of ["stats.json", "pages/1.json", "scenario_state.json"]) await objects.delete(keyOf(file));
  await objects.delete(keys.runFile(SUITE, run, "run_spec.json"));
  const answered: string[] = [];
  expect(await workRun(workerPorts(objects, { answered }), workRequest(small))).toEqual({ kind: "sealed" });
  expect(await runTexts(objects, run)).toEqual(texts);
  expect(answered).toEqual([]);
});

test("a worker that puts files back deletes nothing in Results, where it may not, if the operator withdraws the run at any operation", async () => {
  const { objects: before } = await copied();
  const { copiedFrom } = await openRun(before, SUITE, run);
  if (copiedFrom === undefined) throw new Error("not copied");
  const deleted: string[] = [];
  let stops = 0;
  for (let isReached = true; isReached; stops++) {
    isReached = false;
    const objects = await copyOf(before);
    const spy: ObjectStore["delete"] = (key, ...rest) => {
      deleted.push(key);
      return objects.delete(key, ...rest);
    };
    const worker: ObjectStore = { ...objects, delete: spy };
    const stalled = pausedAt(worker, stops + 1, async () => {
      isReached = true;
      await withdrawRuns({ objects, clock: fakeClock() }, { suite: SUITE, run }, true);
    });
    await putBackGeneration(stalled, copiedFrom).catch(() => undefined); // its files are gone
  }
  expect(deleted).toEqual([]);
  expect(stops).toBeGreaterThan(10);
});
