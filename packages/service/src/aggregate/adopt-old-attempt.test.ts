import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { pausedAt } from "@medhelm/testing/stores/paused-store";
import { metricFor } from "@medhelm/benchmarks/registry";
import { sha256Hex } from "@medhelm/core/store/canonical";
import { keys } from "@medhelm/core/store/object-keys";
import { getJson, putJson } from "@medhelm/core/store/objects";
import { openRun, WORKER_FILES } from "@medhelm/core/store/run-files";
import type { ObjectStore } from "@medhelm/core/ports";
import { Identity } from "@medhelm/core/run/identity";
import { expect, test } from "vitest";
import {
  type Counted,
  copyOf,
  plan,
  runTexts,
  runToSeal,
  SUITE,
  workerPorts,
  workRequest,
} from "@medhelm/testing/fixtures/work";
import { workRun } from "../work/work-run.ts";
import { aggregateRun } from "./aggregate-run.ts";

// A worker of format N-1 wrote its files into the run's own folder, and its assembly into work/.

const two = await plan(2);
const run = two.runSpec.name;
const newCounter = (): Counted => ({ answered: [] });
const aggregate = (objects: ObjectStore) => aggregateRun({ objects, metrics: metricFor }, { suite: SUITE, run });

/** A complete run of format N-1 that no aggregator has sealed. */
async function oldAttempt(): Promise<ObjectStore> {
  const objects = memoryStore();
  await workRun(workerPorts(objects, newCounter()), workRequest(two));
  const {
    term: _,
    folder = "",
    files: _files,
    ownSha256: _ownSha256,
    ...identity
  } = Identity.parse(await getJson(objects, keys.identity(SUITE, run), Identity));
  for (const file of WORKER_FILES) {
    const key = keys.generationFile(SUITE, run, folder, file);
    const stored = await objects.get(key);
    if (stored === undefined) continue;
    const old = file === "assembly.json" ? keys.assembly(SUITE, run) : keys.runFile(SUITE, run, file);
    await objects.put(old, stored.body);
    await objects.delete(key);
  }
  await putJson(objects, keys.identity(SUITE, run), identity);
  await objects.delete(keys.lease(SUITE, run));
  return objects;
}
const old = await oldAttempt();
const contentSha256 = (await runToSeal(workerPorts(memoryStore(), newCounter()), workRequest(two))).contentSha256;

async function sealOf(objects: ObjectStore) {
  const { manifest } = await openRun(objects, SUITE, run);
  const texts = await runTexts(objects, run);
  const wrong = Object.entries(manifest?.files ?? {}).filter(
    ([file, hash]) => sha256Hex(texts.get(file) ?? "") !== hash,
  );
  return { contentSha256: manifest?.contentSha256, hasFolder: manifest?.folder !== undefined, wrong };
}

test("the aggregator seals a complete run of format N-1 in a folder of its generation", async () => {
  const objects = await copyOf(old);
  expect(await aggregate(objects)).toMatchObject({ kind: "sealed" });
  expect(await sealOf(objects)).toEqual({ contentSha256, hasFolder: true, wrong: [] });
  expect(await aggregate(objects)).toEqual({ kind: "stale" });
});

test("medhelm run seals a complete run of format N-1 and sends no request", async () => {
  const objects = await copyOf(old);
  const counted = newCounter();
  await runToSeal(workerPorts(objects, counted), workRequest(two));
  expect(counted.answered).toEqual([]);
  expect(await sealOf(objects)).toEqual({ contentSha256, hasFolder: true, wrong: [] });
});

test("an aggregator that stops at any operation on a run of format N-1 is completed by the next", async () => {
  let stops = 0;
  for (let isReached = true; isReached; stops++) {
    const objects = await copyOf(old);
    isReached = false;
    const stop = () => {
      isReached = true;
      return Promise.reject(new Error("killed"));
    };
    await aggregateRun(
      { objects: pausedAt(objects, stops + 1, stop), metrics: metricFor },
      { suite: SUITE, run },
    ).catch(() => undefined);
    await aggregate(objects);
    expect({ stops, ...(await sealOf(objects)) }).toEqual({ stops, contentSha256, hasFolder: true, wrong: [] });
  }
  expect(stops).toBeGreaterThan(20);
});

test("an old attempt at an earlier generation is not adopted", async () => {
  const objects = await copyOf(old);
  const identity = await getJson(objects, keys.identity(SUITE, run), Identity);
  await putJson(objects, keys.identity(SUITE, run), { ...identity, generation: 2 });
  expect(await aggregate(objects)).toEqual({ kind: "not-ready" });
});
