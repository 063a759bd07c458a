import { sqliteIndex } from "@medhelm/adapters/index/sqlite-index";
import { entryName, markOf } from "@medhelm/core/pools/entry-name";
import { PoolStop, type QueueEntry } from "@medhelm/core/pools/shard";
import { keys } from "@medhelm/core/store/object-keys";
import { getJson, putJson } from "@medhelm/core/store/objects";
import type { StoredSubmission } from "@medhelm/core/submission";
import { hasObjects } from "@medhelm/core/store/has-objects";
import { fakeClock } from "@medhelm/testing/clock/fake-clock";
import { testCompute } from "@medhelm/testing/fixtures/dispatch";
import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { expect, test } from "vitest";
import { ownRecord, readPoolWorkers } from "./pool-workers.ts";
import { tendPool } from "./tend-pools.ts";

const DEPLOYMENT = "model";
const RUN = "quiz:model=m";

/** A pool in which a shard of ann waits. `replicas`: of its deployment. */
async function pool(replicas = 1) {
  const clock = fakeClock();
  const objects = memoryStore({ clock });
  const compute = testCompute();
  const put = async () => {
    const entry: QueueEntry = {
      formatVersion: 1,
      deployment: DEPLOYMENT,
      submission: "sub",
      suite: "s",
      run: RUN,
      shard: "1",
      requests: 1,
      lane: "public quiz",
    };
    await putJson(objects, keys.poolEntry(DEPLOYMENT, "ann", "1"), entry);
    await putJson(objects, keys.shard("s", RUN, DEPLOYMENT, "1"), {
      formatVersion: 1,
      of: { ...entry, owner: "ann", benchmark: "quiz", access: "public", model: "m", role: "candidate" },
      entry: "1",
      requests: [],
    });
  };
  const submission: StoredSubmission = {
    formatVersion: 1,
    id: "sub",
    owner: "ann",
    createdAt: "2026-11-21T12:00:00.000Z",
    request: { entries: [], suite: "s" },
    runs: [{ run: RUN, description: RUN, benchmark: "quiz", model: "m", modelDeployment: DEPLOYMENT }],
  };
  await putJson(objects, keys.submission("sub"), submission);
  await put();
  const index = sqliteIndex(":memory:");
  const tend = () =>
    tendPool(
      { objects, index, clock, compute, isServed: true, mostWorkers: () => replicas, requestsAWorker: 4_000 },
      DEPLOYMENT,
    );
  /** Puts the given number of shards of 500 requests into the queue, each of a benchmark of its own. */
  const putFull = async (count: number) => {
    for (let nth = 0; nth < count; nth++) {
      const facts = { encodedMs: 0, requests: 500, lane: markOf(`${nth}`), run: markOf(`run ${nth}`) };
      const body = await objects.get(keys.poolEntry(DEPLOYMENT, "ann", "1"));
      const key = keys.poolEntry(DEPLOYMENT, "bob", entryName(facts, { nth, uuid: "u" }));
      await objects.put(key, body?.body ?? new Uint8Array());
    }
  };
  const isWaiting = () => hasObjects(objects, keys.poolQueue(DEPLOYMENT));
  /** Starts the pool's job the given number of times. Each job fails. */
  const fail = async (times: number, reason: string) => {
    for (let i = 0; i < times; i++) {
      await tend();
      compute.end(compute.jobs.at(-1)?.id ?? "", "failed", reason);
    }
  };
  return {
    clock,
    objects,
    compute,
    put,
    putFull,
    tend,
    fail,
    isWaiting,
    names: () => compute.jobs.map(({ name }) => name),
  };
}

test("a pool with a waiting shard gets one job, which serves the model for all owners", async () => {
  const { tend, compute } = await pool();
  for (let i = 0; i < 3; i++) await tend();
  expect(compute.requests).toEqual([
    {
      name: "pool-model-1",
      definition: "worker",
      environment: { MEDHELM_POOL: "model", MEDHELM_POOL_WORKER: "1" },
      pool: { deployment: "model", isFurther: false },
      served: "model",
    },
  ]);
});

test("an entry whose suite leaves the folder of the queue holds back no job of its pool", async () => {
  const { tend, objects, names } = await pool();
  const key = keys.poolEntry(DEPLOYMENT, "ann", "0");
  const of = { deployment: DEPLOYMENT, submission: "sub", suite: "../x", run: RUN, shard: "1", requests: 1, lane: "l" };
  await objects.put(key, JSON.stringify({ formatVersion: 1, ...of }));
  await tend();
  expect([names(), await objects.get(key)]).toEqual([["pool-model-1"], undefined]);
});

test("the next job of a pool starts when the last one has ended", async () => {
  const { tend, compute, names } = await pool();
  await tend();
  compute.end("job-1", "succeeded");
  await tend();
  expect(names()).toEqual(["pool-model-1", "pool-model-2"]);
});

test("two dispatchers at the same time start one job of a pool", async () => {
  const { tend, names } = await pool();
  await Promise.all([tend(), tend(), tend()]);
  expect(names()).toEqual(["pool-model-1"]);
});

test("a job that Batch does not list yet has not ended", async () => {
  const { clock, tend, compute, names } = await pool();
  compute.findByName = async () => [];
  for (let i = 0; i < 3; i++) {
    await tend();
    await clock.advance(60_000);
  }
  expect(names()).toEqual(["pool-model-1"]);
  await clock.advance(300_000);
  await tend();
  expect(names()).toEqual(["pool-model-1", "pool-model-2"]);
});

test("after three faults of a pool's jobs its runs fail with the last reason, and later shards get a job", async () => {
  const { objects, put, tend, fail, isWaiting, names } = await pool();
  await fail(3, "exit code 1: the model server ended");
  await tend();
  expect(await getJson(objects, keys.poolStop("s", RUN, DEPLOYMENT), PoolStop)).toMatchObject({
    code: "given_up",
    message: "the worker of model failed 3 times, last: exit code 1: the model server ended",
  });
  expect(await isWaiting()).toBe(false);
  await put();
  await tend();
  expect(names()).toEqual(["pool-model-1", "pool-model-2", "pool-model-3", "pool-model-4"]);
});

test("a lost machine is no fault of a pool's job", async () => {
  const { tend, fail, names } = await pool();
  await fail(5, "Host EC2 (instance i-1) terminated.");
  await tend();
  expect(names()).toHaveLength(6);
});

test("no job starts for the shards of a cancelled submission, which leave the pool", async () => {
  const { objects, tend, isWaiting, names } = await pool();
  await putJson(objects, keys.submissionCancel("sub"), { formatVersion: 1, cancelledAt: "" });
  await tend();
  expect([names(), await isWaiting()]).toEqual([[], false]);
});

test("no job starts for a run that was withdrawn, whose place leaves the queue", async () => {
  const { objects, tend, isWaiting, names } = await pool();
  await objects.delete(keys.shard("s", RUN, DEPLOYMENT, "1"));
  await tend();
  expect([names(), await isWaiting()]).toEqual([[], false]);
});

test("no job starts for a run that has failed meanwhile, whose shards leave the pool", async () => {
  const { objects, tend, isWaiting, names } = await pool();
  await putJson(objects, keys.submissionHandled("sub", RUN), { formatVersion: 1, result: "failed", reason: "r" });
  await tend();
  expect([names(), await isWaiting()]).toEqual([[], false]);
});

test("a place in the queue without a shard leaves it after three faults of the pool's jobs", async () => {
  const { objects, tend, fail, isWaiting } = await pool();
  await fail(3, "exit code 1");
  await objects.delete(keys.shard("s", RUN, DEPLOYMENT, "1"));
  await tend();
  expect(await isWaiting()).toBe(false);
});

test("a queue of 20 full shards pays for three of four replicas, and each has a number", async () => {
  const { putFull, tend, compute } = await pool(4);
  await putFull(20);
  for (let i = 0; i < 3; i++) await tend();
  expect(compute.requests.map(({ environment }) => environment["MEDHELM_POOL_WORKER"])).toEqual(["1", "2", "3"]);
});

test("a worker that has ended is replaced only while the queue pays for it", async () => {
  const { objects, putFull, tend, compute, names } = await pool(2);
  await putFull(20);
  await tend();
  compute.end("job-1", "succeeded");
  await tend();
  expect(names()).toEqual(["pool-model-1", "pool-model-2", "pool-model-3"]);
  compute.end("job-3", "succeeded");
  for await (const { key } of objects.list(`${keys.poolQueue(DEPLOYMENT)}bob/`)) await objects.delete(key);
  await tend();
  expect([names().length, (await readPoolWorkers(objects, DEPLOYMENT)).workers]).toEqual([3, { 2: "requested" }]);
});

test("only the first worker of a pool does not come after all other jobs, and the next one takes its place", async () => {
  const { putFull, tend, compute } = await pool(2);
  await putFull(20);
  await tend();
  compute.end("job-1", "failed", "Host EC2 (instance i-1) terminated.");
  await tend();
  expect(compute.requests.map((request) => request.pool?.isFurther)).toEqual([false, true, false]);
});

test("a short queue gets a first worker when its further one still waits for a machine", async () => {
  const { objects, putFull, tend, compute } = await pool(2);
  await putFull(20);
  await tend();
  compute.end("job-2", "waiting");
  for await (const { key } of objects.list(`${keys.poolQueue(DEPLOYMENT)}bob/`)) await objects.delete(key);
  compute.end("job-1", "succeeded");
  for (let i = 0; i < 2; i++) await tend();
  expect(compute.requests.map((request) => request.pool?.isFurther)).toEqual([false, true, false]);
});

test("a further worker waits for shards only while the pool has no first one", async () => {
  const { objects, putFull, tend, compute } = await pool(2);
  await putFull(20);
  await tend();
  const [second, third] = [2, 3].map((n) => ownRecord(objects, DEPLOYMENT, n));
  expect(await second?.isFirst()).toBe(false);
  compute.end("job-1", "failed", "Host EC2 (instance i-1) terminated.");
  await tend();
  expect([await second?.isFirst(), await third?.isFirst()]).toEqual([false, true]);
  for await (const { key } of objects.list(`${keys.poolQueue(DEPLOYMENT)}bob/`)) await objects.delete(key);
  compute.end("job-3", "succeeded");
  await tend();
  expect(await second?.isFirst()).toBe(true);
});

test("the workers of an earlier version, which named no first one, are a first one and further ones", async () => {
  const { objects, putFull, tend, compute } = await pool(2);
  await putFull(20);
  await tend();
  await putJson(objects, keys.poolWorkers(DEPLOYMENT), {
    formatVersion: 1,
    n: 2,
    workers: { 1: "serving", 2: "serving" },
    faults: 0,
  });
  await tend();
  expect(compute.requests).toHaveLength(2);
  expect(await ownRecord(objects, DEPLOYMENT, 1).isFirst()).toBe(true);
  expect(await ownRecord(objects, DEPLOYMENT, 2).isFirst()).toBe(false);
});

test("faults of one worker start no further one, and fail no run while another worker serves", async () => {
  const { objects, putFull, tend, compute, isWaiting, names } = await pool(2);
  await putFull(20);
  for (const id of ["job-2", "job-3", "job-4"]) {
    await tend();
    compute.end(id, "failed", "exit code 1");
  }
  for (let i = 0; i < 2; i++) await tend();
  expect([names().length, await isWaiting(), (await readPoolWorkers(objects, DEPLOYMENT)).faults]).toEqual([
    4,
    true,
    3,
  ]);
});

test.each([
  ["no JSON", "{"],
  ["an unknown worker", '{"formatVersion":1,"n":1,"workers":{"x":"serving"},"faults":0}'],
  ["a number that cannot be raised", '{"formatVersion":1,"n":9007199254740991,"workers":{},"faults":0}'],
])("a pool with a damaged record of its workers (%s) gets a job, and the record is made again", async (_, text) => {
  const { objects, tend, names } = await pool();
  await objects.put(keys.poolWorkers(DEPLOYMENT), text);
  for (let i = 0; i < 2; i++) await tend();
  expect(names()).toEqual(["pool-model-1"]);
  expect(await readPoolWorkers(objects, DEPLOYMENT)).toMatchObject({ n: 1, workers: { 1: "requested" } });
});

test.each([
  ["damaged", "{"],
  ["of a later version", '{"formatVersion":9}'],
])("a place in the queue that is %s is deleted, also if it is the only one", async (_, text) => {
  const { objects, tend, names, isWaiting } = await pool();
  await objects.put(keys.poolEntry(DEPLOYMENT, "ann", "1"), text);
  await tend();
  expect([names(), await isWaiting()]).toEqual([[], false]);
});

test("a damaged submission holds back no other one of its pool", async () => {
  const { objects, tend, names } = await pool();
  await objects.put(keys.submission("sub"), "{");
  await tend();
  expect(names()).toEqual(["pool-model-1"]);
});
