import { keys } from "@medhelm/core/store/object-keys";
import { entryName, markOf } from "@medhelm/core/pools/entry-name";
import { PoolStop } from "@medhelm/core/pools/shard";
import type { ObjectStore } from "@medhelm/core/ports";
import { getJson, putJson } from "@medhelm/core/store/objects";
import {
  chargedTo,
  enqueue,
  MODEL,
  poolOf,
  prompts,
  putShards,
  SUBMITTED,
  waiting,
} from "@medhelm/testing/fixtures/pool";
import { expect, test } from "vitest";
import { leaseShard } from "./lease-shard.ts";

const MINUTE = 60_000;

test("an owner with 10,000 shards has one turn before each of five owners with one shard", async () => {
  const pool = poolOf();
  await putShards(pool.objects, "hog", 10);
  for (const owner of ["ann", "bob", "cy", "dee", "eve"]) await putShards(pool.objects, owner, 1);
  for (let nth = 10; nth < 10_000; nth++) {
    const facts = { encodedMs: 1, requests: 500, lane: markOf("hog"), run: markOf("hog") };
    await pool.objects.put(keys.poolEntry(MODEL, "hog", entryName(facts, { nth, uuid: "hog" })), "{}");
  }
  const owners: string[] = [];
  for (let i = 0; i < 7; i++) {
    const leased = await leaseShard(pool.worker(1), MODEL);
    owners.push(leased?.shard.of.owner ?? "nobody");
    await leased?.done();
  }
  expect(owners.toSorted((a, b) => a.localeCompare(b))).toEqual(["ann", "bob", "cy", "dee", "eve", "hog", "hog"]);
});

/** Counts what a worker writes while it looks for a shard. Another worker asks in the lane of all shards of hog. */
async function writesOfLook(shards: number): Promise<number> {
  const pool = poolOf();
  await putShards(pool.objects, "eve", 1, { lane: "lane" });
  await leaseShard(pool.worker(1, [2]), MODEL);
  await putShards(pool.objects, "hog", shards, { lane: "lane" });
  let writes = 0;
  const counted = {
    ...pool.objects,
    put: (...args: Parameters<ObjectStore["put"]>) => {
      writes++;
      return pool.objects.put(...args);
    },
  };
  await leaseShard({ ...pool.worker(2, [1]), objects: counted }, MODEL);
  return writes;
}

test("a look at a pool writes once for its next turn, however many shards wait for the lane", async () => {
  expect([await writesOfLook(2), await writesOfLook(200)]).toEqual([1, 1]);
});

const isOfHog = (prompt: string): boolean => prompt.startsWith("Hog");

/** A pool in which each request of hog takes six minutes. */
async function slowHog(count: number) {
  const pool = poolOf();
  pool.hooks.duringAsk = async () => {
    if (isOfHog(pool.asked.at(-1) ?? "")) for (let s = 0; s < 6 * 60; s += 5) await pool.clock.advance(5_000);
  };
  await enqueue(
    pool,
    "hog",
    prompts(count).map((prompt) => `Hog: ${prompt}`),
  );
  return pool;
}

test("a slow shard leaves the model to another owner of the same benchmark after ten minutes, and loses no answer", async () => {
  const pool = await slowHog(8);
  await pool.clock.advance(1);
  await enqueue(pool, "bob", prompts(2));
  await pool.work(pool.worker(1));
  const firstOfBob = pool.asked.findIndex((prompt) => !isOfHog(prompt));
  expect(firstOfBob).toBeGreaterThan(0);
  expect(firstOfBob).toBeLessThan(8);
  expect([pool.asked.length, new Set(pool.asked).size]).toEqual([10, 10]);
  expect(await waiting(pool.objects)).toEqual([]);
});

test("a slow shard is asked to its end while no other owner waits", async () => {
  const pool = await slowHog(8);
  const leases: string[] = [];
  const log = (_level: string, message: string) => void leases.push(message);
  await pool.work({ ...pool.worker(1), log });
  expect(leases).toEqual(["shard answered"]);
});

test("a slow shard is asked to its end while another worker asks the only shard of the other owner", async () => {
  const pool = await slowHog(8);
  await enqueue(pool, "bob", prompts(2), { benchmark: "demo_questions" });
  const leased = await leaseShard(pool.worker(2, [1]), MODEL);
  const said: string[] = [];
  const log = (_level: string, message: string) => void said.push(message);
  await pool.work({ ...pool.worker(1, [2]), log });
  expect([leased?.shard.of.owner, said]).toEqual(["bob", ["shard answered"]]);
});

test("a run whose requests all time out leaves the pool, and another owner of its benchmark is asked", async () => {
  const timeout = { reason: "timeout", message: "no answer within 60 s", isRetriable: true } as const;
  const pool = poolOf((_, prompt) => (isOfHog(prompt) ? timeout : undefined));
  const of = await enqueue(
    pool,
    "hog",
    prompts(501).map((prompt) => `Hog: ${prompt}`),
  );
  await enqueue(pool, "bob", prompts(2));
  await pool.work(pool.worker(1));
  expect(await getJson(pool.objects, keys.poolStop(of.suite, of.run, MODEL), PoolStop)).toMatchObject({
    code: "endpoint_down",
  });
  expect(pool.asked.filter(isOfHog).length).toBeLessThan(10);
  expect([await chargedTo(pool.objects, "bob"), await waiting(pool.objects)]).toEqual([2, []]);
});

test("a submission that is cancelled in mid-shard leaves the pool with all its shards, and pays for its answers", async () => {
  const pool = poolOf();
  const of = await enqueue(pool, "ann", prompts(1001));
  pool.hooks.duringAsk = async () => {
    if (pool.asked.length < 40) return;
    await putJson(pool.objects, keys.submissionCancel(of.submission), { formatVersion: 1, cancelledAt: SUBMITTED });
    await pool.clock.advance(5_000);
  };
  await pool.work(pool.worker(1));
  expect(pool.asked.length).toBeLessThan(50);
  expect(await waiting(pool.objects)).toEqual([]);
  expect(await chargedTo(pool.objects, "ann")).toBeGreaterThan(37); // all but the two that were asked at that moment
});

test("a request of two owners is asked once and paid by the second one after the budget of the first has ended", async () => {
  const pool = poolOf();
  const of = await enqueue(pool, "ann", prompts(20), { limitUsd: 0.0001 });
  await enqueue(pool, "bob", prompts(20));
  await pool.work(pool.worker(1));
  expect(await getJson(pool.objects, keys.poolStop(of.suite, of.run, MODEL), PoolStop)).toMatchObject({
    code: "budget",
  });
  const [ann, bob] = [await chargedTo(pool.objects, "ann"), await chargedTo(pool.objects, "bob")];
  expect([pool.asked.length, ann + bob]).toEqual([20, 20]);
  expect(ann).toBeGreaterThan(0);
  expect(bob).toBeGreaterThan(7); // twelve requests cost ann's budget at most
});

test("a worker ends at a shard of later settings of its deployment, and a new worker asks it", async () => {
  const pool = poolOf();
  pool.hooks.duringAsk = async () => {
    delete pool.hooks.duringAsk;
    await pool.clock.advance(MINUTE / 60);
    await enqueue(pool, "bob", prompts(2), { weights: "new", benchmark: "demo_questions" });
  };
  await enqueue(pool, "ann", prompts(1));
  await pool.work(pool.worker(1));
  expect([pool.asked.length, await waiting(pool.objects)]).toEqual([1, ["bob"]]);
  await pool.clock.advance(MINUTE);
  await pool.work(pool.worker(2, [], "new"));
  expect([pool.asked.length, await waiting(pool.objects)]).toEqual([3, []]);
});

test("a run whose deployment changes in mid-run pays for the answers before and after", async () => {
  const pool = poolOf();
  for (const weights of ["old", "new"]) {
    await enqueue(pool, "ann", prompts(2), { weights });
    await pool.work(pool.worker(1, [], weights));
  }
  expect([pool.asked.length, await chargedTo(pool.objects, "ann")]).toEqual([4, 4]);
});

test("a shard of earlier settings leaves the pool unasked, and the dispatcher gets a message that its run must be encoded again", async () => {
  const pool = poolOf();
  await enqueue(pool, "ann", prompts(1));
  await pool.clock.advance(MINUTE);
  await pool.work(pool.worker(1, [], "new"));
  expect([pool.asked, await waiting(pool.objects)]).toEqual([[], []]);
  expect(pool.sent).toEqual([{ submission: "of-ann", deployment: MODEL, role: "candidate" }]);
});
