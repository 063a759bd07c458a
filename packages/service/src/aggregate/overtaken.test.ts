import { faultyStore } from "@medhelm/testing/stores/faulty-store";
import { pausedAt } from "@medhelm/testing/stores/paused-store";
import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { metricFor } from "@medhelm/benchmarks/registry";
import { sha256Hex } from "@medhelm/core/store/canonical";
import { keys } from "@medhelm/core/store/object-keys";
import { openRun } from "@medhelm/core/store/run-files";
import type { FindMetric } from "@medhelm/core/metrics/metric";
import type { ObjectStore } from "@medhelm/core/ports";
import { expect, test } from "vitest";
import {
  copyOf,
  type Counted,
  plan,
  runTexts,
  runToSeal,
  SUITE,
  workerPorts,
  workRequest,
} from "@medhelm/testing/fixtures/work";
import { workRun } from "../work/work-run.ts";
import { aggregateRun } from "./aggregate-run.ts";

const small = await plan(1);
const large = await plan(2);
const run = small.runSpec.name;
const newCounter = (): Counted => ({ answered: [] });
const aggregate = (objects: ObjectStore, generation?: number) =>
  aggregateRun(
    { objects, metrics: metricFor },
    { suite: SUITE, run, ...(generation === undefined ? {} : { generation }) },
  );

/** A run with complete answers that no aggregator has processed. */
async function judged(): Promise<ObjectStore> {
  const objects = memoryStore();
  await workRun(workerPorts(objects, newCounter()), workRequest(small));
  return objects;
}
const judgedStore = await judged();
const contentOf = async (runPlan: typeof small) =>
  (await runToSeal(workerPorts(memoryStore(), newCounter()), workRequest(runPlan))).contentSha256;
const [smallContent, largeContent] = [await contentOf(small), await contentOf(large)];

/** The seal's contentSha256 and generation. `isWhole`: every listed file exists and has its hash. */
async function sealOf(objects: ObjectStore) {
  const { manifest } = await openRun(objects, SUITE, run);
  const texts = await runTexts(objects, run);
  const isWhole = Object.entries(manifest?.files ?? {}).every(
    ([file, hash]) => sha256Hex(texts.get(file) ?? "") === hash,
  );
  return { content: manifest?.contentSha256, generation: manifest?.generation, isWhole };
}

test("the aggregator drops messages of another generation and messages for incomplete runs", async () => {
  const objects = await copyOf(judgedStore);
  expect(await aggregate(objects, 2)).toEqual({ kind: "stale" });
  expect((await sealOf(objects)).content).toBeUndefined();
  expect(await aggregate(memoryStore())).toEqual({ kind: "not-ready" });
});

test("a second delivery changes nothing, and a delivery after a lost manifest writes the same bytes", async () => {
  const objects = await copyOf(judgedStore);
  expect(await aggregate(objects, 1)).toMatchObject({ kind: "sealed" });
  const first = await runTexts(objects, run);
  expect(await aggregate(objects, 1)).toEqual({ kind: "stale" });
  await objects.delete(keys.manifest(SUITE, run));
  expect(await aggregate(objects)).toMatchObject({ kind: "sealed" });
  expect(await runTexts(objects, run)).toEqual(first);
});

test("concurrent aggregators seal the run once, with the same bytes", async () => {
  const objects = await copyOf(judgedStore);
  const results = await Promise.all([aggregate(objects), aggregate(objects), aggregate(objects, 1)]);
  expect(results.map(({ kind }) => kind)).toContain("sealed");
  expect(await sealOf(objects)).toEqual({ content: smallContent, generation: 1, isWhole: true });
});

test.for(["of the write", "of the bytes"] as const)(
  "an aggregator that pauses at any operation changes nothing after another worker has sealed the run again (etags %s)",
  async (etags) => {
    let operations = 0;
    for (let isReached = true; isReached; operations++) {
      const objects = await copyOf(judgedStore, etags);
      isReached = false;
      const reopened = async () => {
        isReached = true;
        await runToSeal(workerPorts(objects, newCounter(), 2), workRequest(large));
      };
      const paused = await aggregate(pausedAt(objects, operations + 1, reopened), 1);
      const found = { operations, ...(await sealOf(objects)) };
      const content = isReached ? largeContent : smallContent;
      expect(found).toEqual({ operations, content, generation: isReached ? 2 : 1, isWhole: true });
      // "sealed" is correct if the pause follows the aggregator's last check: the run was reopened after its seal.
      expect(["sealed", "stale", "not-ready"]).toContain(paused.kind);
    }
    expect(operations).toBeGreaterThan(15);
  },
);

/** Another version of the metrics, which gives other values. */
const otherMetrics: FindMetric = async (className, scored) => {
  const factory = await metricFor(className, scored);
  return (args) => {
    const { ofInstance, ...metric } = factory?.(args) ?? {};
    if (ofInstance === undefined) return metric;
    return { ...metric, ofInstance: (...of) => ofInstance(...of).map((found) => ({ ...found, value: 0.125 })) };
  };
};

test("two versions of the code that aggregate a run concurrently never seal files of both versions", async () => {
  let operations = 0;
  for (let isReached = true; isReached; operations++) {
    const objects = await copyOf(judgedStore);
    isReached = false;
    const other = async () => {
      isReached = true;
      await aggregateRun({ objects, metrics: otherMetrics, version: "other" }, { suite: SUITE, run });
    };
    const cut = aggregate(pausedAt(objects, operations + 1, other), 1);
    await cut.catch(() => aggregate(objects, 1)); // the queue delivers its message again
    expect({ operations, ...(await sealOf(objects)) }).toMatchObject({ operations, generation: 1, isWhole: true });
  }
  expect(operations).toBeGreaterThan(15);
});

test("a complete aggregation at any moment of a reopening never seals mixed files", async () => {
  let operations = 0;
  for (let isReached = true; isReached; operations++) {
    const objects = await copyOf(judgedStore);
    isReached = false;
    const mixed: number[] = [];
    const between = async () => {
      isReached = true;
      await aggregate(objects, 1);
      if (!(await sealOf(objects)).isWhole) mixed.push(operations);
    };
    await runToSeal(workerPorts(pausedAt(objects, operations + 1, between), newCounter(), 2), workRequest(large));
    const found = { operations, mixed, ...(await sealOf(objects)) };
    expect(found).toEqual({ operations, mixed: [], content: largeContent, generation: 2, isWhole: true });
  }
  expect(operations).toBeGreaterThan(50);
});

test("an aggregator that pauses during part of a reopening never seals mixed files", async () => {
  for (let cut = 2; cut <= 40; cut += 3)
    for (let n = 4; n <= 60; n += 5) {
      const objects = await copyOf(judgedStore);
      const { promise: released, resolve: release } = Promise.withResolvers<void>();
      let worker: Promise<unknown> | undefined;
      const partly = () =>
        new Promise<void>((done) => {
          const store = pausedAt(objects, n, () => {
            done();
            return released;
          });
          worker = runToSeal(workerPorts(store, newCounter(), 2), workRequest(large)).finally(done);
        });
      await aggregate(pausedAt(objects, cut, partly), 1);
      release();
      await worker;
      if (worker === undefined) break; // the aggregator ended before the pause
      const found = { cut, n, ...(await sealOf(objects)) };
      expect(found).toEqual({ cut, n, content: largeContent, generation: 2, isWhole: true });
    }
});

test("the aggregator ignores a seal of an older generation that a killed aggregator left", async () => {
  const objects = await copyOf(judgedStore);
  await aggregate(objects, 1);
  const old = await objects.get(keys.manifest(SUITE, run));
  await workRun(workerPorts(objects, newCounter(), 2), workRequest(large));
  await objects.put(keys.manifest(SUITE, run), old?.body ?? "");
  expect(await aggregate(objects, 2)).toMatchObject({ kind: "sealed" });
  expect(await sealOf(objects)).toEqual({ content: largeContent, generation: 2, isWhole: true });
});

test("the aggregator seals the run even if the store loses the first reply for every file", async () => {
  const objects = await copyOf(judgedStore);
  const faulty = faultyStore(objects, ({ operation, count }) =>
    operation === "put" && count === 1 ? "lose reply" : undefined,
  );
  expect(await aggregate(faulty, 1)).toMatchObject({ kind: "sealed" });
  expect(faulty.faults.length).toBeGreaterThan(5);
  expect(await sealOf(objects)).toEqual({ content: smallContent, generation: 1, isWhole: true });
});
