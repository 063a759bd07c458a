import { pausedAt } from "@medhelm/testing/stores/paused-store";
import { stoppedAt } from "@medhelm/testing/stores/stopped-store";
import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { metricFor } from "@medhelm/benchmarks/registry";
import { keys } from "@medhelm/core/store/object-keys";
import { openRun } from "@medhelm/core/store/run-files";
import type { ObjectStore } from "@medhelm/core/ports";
import type { Manifest } from "@medhelm/core/release/runs/manifest";
import { expect, test } from "vitest";
import { copyOf, plan, runToSeal, SUITE, textsBelow, workerPorts, workRequest } from "@medhelm/testing/fixtures/work";
import { workRun } from "../work/work-run.ts";
import { aggregateRun } from "./aggregate-run.ts";

const [small, large] = [await plan(1), await plan(2)];
const run = small.runSpec.name;
const folderOf = (generation: number, digit: string, area = "public") => `${area}/${generation}-${digit.repeat(32)}`;
const putIn = (objects: ObjectStore, folder: string) =>
  objects.put(keys.generationFile(SUITE, run, folder, "run_spec.json"), "{}");

/** The folders of the run's generations, in both areas. */
async function folders(objects: ObjectStore): Promise<string[]> {
  const found = new Set<string>();
  for (const area of ["public", "held"] as const)
    for (const file of (await textsBelow(objects, keys.generations(SUITE, area, run))).keys())
      found.add(`${area}/${file.split("/")[0]}`);
  return [...found];
}

test("a seal deletes the folders of unsealed attempts, and keeps earlier seals and later generations", async () => {
  const objects = memoryStore();
  const first = await runToSeal(workerPorts(objects, { answered: [] }), workRequest(small));
  for (const stale of [folderOf(1, "a"), folderOf(2, "b"), folderOf(2, "c", "held")]) await putIn(objects, stale);
  await putIn(objects, folderOf(3, "d")); // of a worker that has just reopened the run
  const second = await runToSeal(workerPorts(objects, { answered: [] }), workRequest(large));
  expect(new Set(await folders(objects))).toEqual(new Set([first.folder, second.folder, folderOf(3, "d")]));
});

/** Seals the run `times` times, in turn with one instance and with two. Returns the requests of the last aggregator and of a clean-up after it. */
async function requestsAfter(times: number): Promise<number[]> {
  const objects = memoryStore();
  for (let n = 1; n < times; n++)
    await runToSeal(workerPorts(objects, { answered: [] }), workRequest(n % 2 === 0 ? small : large));
  await workRun(workerPorts(objects, { answered: [] }), workRequest(times % 2 === 0 ? small : large));
  const requests = [];
  for (const message of [
    { suite: SUITE, run },
    { suite: SUITE, run, isEnded: true },
  ]) {
    const counted = stoppedAt(objects, Number.POSITIVE_INFINITY, true);
    await aggregateRun({ objects: counted, metrics: metricFor }, message);
    requests.push(counted.calls);
  }
  return requests;
}

test("a seal and a clean-up make as many requests after 12 earlier seals as after 2", async () => {
  expect(await requestsAfter(13)).toEqual(await requestsAfter(3));
});

test("an aggregator that stops at any operation is completed by the next delivery", async () => {
  const before = memoryStore();
  await workRun(workerPorts(before, { answered: [] }), workRequest(small));
  await putIn(before, folderOf(1, "a"));
  let stops = 0;
  for (let isReached = true; isReached; stops++) {
    const objects = await copyOf(before);
    isReached = false;
    const shown: Manifest[] = [];
    const ports = { metrics: metricFor, showRun: async (manifest: Manifest) => void shown.push(manifest) };
    const stop = () => {
      isReached = true;
      return Promise.reject(new Error("killed"));
    };
    const killed = aggregateRun({ ...ports, objects: pausedAt(objects, stops + 1, stop) }, { suite: SUITE, run });
    await killed.catch(() => undefined);
    await aggregateRun({ ...ports, objects }, { suite: SUITE, run });
    const { manifest } = await openRun(objects, SUITE, run);
    const seal = (await objects.get(keys.manifest(SUITE, run)))?.body;
    const kept = (await objects.get(keys.generationFile(SUITE, run, manifest?.folder ?? "", "manifest.json")))?.body;
    const found = { stops, folders: await folders(objects), isKept: kept !== undefined, last: shown.at(-1)?.folder };
    expect(found).toEqual({ stops, folders: [manifest?.folder], isKept: true, last: manifest?.folder });
    expect(kept).toEqual(seal);
  }
  expect(stops).toBeGreaterThan(25);
});
