import { enqueue, MODEL, poolOf, prompts } from "@medhelm/testing/fixtures/pool";
import { expect, test } from "vitest";
import { leaseShard } from "./lease-shard.ts";
import { othersWait } from "./others-wait.ts";
import { workPool } from "./work-pool.ts";

const MINUTE = 60_000;

/** A pool of two workers with a run of two shards, of which the first worker asks one. */
async function poolOfTwo() {
  const pool = poolOf();
  const workers = [pool.worker(1, [2]), pool.worker(2, [1])] as const;
  await enqueue(pool, "hog", prompts(510));
  const first = await leaseShard(workers[0], MODEL);
  if (first === undefined) throw new Error("the run has two shards");
  return { pool, workers, first };
}

test("two workers that ask one run leave it to another owner of its benchmark, ten minutes after the later one began", async () => {
  const { pool, workers, first } = await poolOfTwo();
  await pool.clock.advance(8 * MINUTE);
  const second = await leaseShard(workers[1], MODEL);
  await enqueue(pool, "bob", prompts(2));
  await pool.clock.advance(9 * MINUTE);
  expect([second?.shard.of.owner, await othersWait(workers[0], first)]).toEqual(["hog", false]);
  await pool.clock.advance(2 * MINUTE);
  expect(await othersWait(workers[0], first)).toBe(true);
  expect(second && (await othersWait(workers[1], second))).toBe(true);
});

test("a further worker that has left its shard waits for the other worker of the run, and then asks the other owner", async () => {
  const { pool, workers, first } = await poolOfTwo();
  pool.hooks.duringAsk = async () => {
    if (pool.asked.length === 1) await enqueue(pool, "bob", prompts(2));
    if (pool.asked.length < 10) for (let s = 0; s < 6 * 60; s += 5) await pool.clock.advance(5_000);
  };
  const said: string[] = [];
  const log = (_level: string, message: string) => {
    said.push(message);
    if (message.startsWith("shard left")) void pool.clock.sleep(20_000).then(() => first.giveBack(false));
  };
  const over = new AbortController();
  const { signal } = new AbortController();
  const working = workPool(
    { ...workers[1], log, own: { isFirst: async () => false } },
    { deployment: MODEL, idleMs: 60 * MINUTE, signal },
  ).finally(() => over.abort());
  while (!over.signal.aborted) await pool.clock.advance(500);
  await working;
  expect(said.slice(0, 2)).toEqual(["shard left to the next owner", "shard answered"]);
  expect(new Set(pool.asked).size).toBe(510);
});
