import { sqliteIndex } from "@medhelm/adapters/index/sqlite-index";
import { PoolStop, type QueueEntry } from "@medhelm/core/pools/shard";
import { keys } from "@medhelm/core/store/object-keys";
import { getJson, putJson } from "@medhelm/core/store/objects";
import { hasObjects } from "@medhelm/core/store/has-objects";
import { fakeClock } from "@medhelm/testing/clock/fake-clock";
import { testCompute } from "@medhelm/testing/fixtures/dispatch";
import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { expect, test } from "vitest";
import { tendPool } from "./tend-pools.ts";

const DEPLOYMENT = "model";
const RUN = "quiz:model=m";

/** A pool in which a shard of ann waits. */
async function pool() {
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
  await put();
  const index = sqliteIndex(":memory:");
  const tend = () => tendPool({ objects, index, clock, compute, isServed: true }, DEPLOYMENT);
  const isWaiting = () => hasObjects(objects, keys.poolQueue(DEPLOYMENT));
  /** Starts the pool's job so often, and each of them fails. */
  const fail = async (times: number, reason: string) => {
    for (let i = 0; i < times; i++) {
      await tend();
      compute.end(compute.jobs.at(-1)?.id ?? "", "failed", reason);
    }
  };
  return { objects, compute, put, tend, fail, isWaiting, names: () => compute.jobs.map(({ name }) => name) };
}

test("a pool with a waiting shard gets one job, which serves the model for all owners", async () => {
  const { tend, compute } = await pool();
  for (let i = 0; i < 3; i++) await tend();
  expect(compute.requests).toEqual([
    {
      name: "pool-model-1",
      definition: "worker",
      environment: { MEDHELM_POOL: "model" },
      owner: "ann",
      served: "model",
    },
  ]);
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
