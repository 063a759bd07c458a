import { entryName, markOf } from "@medhelm/core/pools/entry-name";
import { newPool, PoolState } from "@medhelm/core/pools/pool-state";
import { keys } from "@medhelm/core/store/object-keys";
import { getJson, putJson } from "@medhelm/core/store/objects";
import { MODEL, poolOf, putShards } from "@medhelm/testing/fixtures/pool";
import { expect, test } from "vitest";
import { leaseShard } from "./lease-shard.ts";

const ALL = [1, 2, 3];
const LANE = { lane: "quiz" };

/** Leases shards one after another, and returns their owners. */
async function owners(pool: ReturnType<typeof poolOf>, count: number): Promise<string[]> {
  const found: string[] = [];
  for (let i = 0; i < count; i++) {
    const leased = await leaseShard(pool.worker(1), MODEL);
    found.push(leased?.shard.of.owner ?? "nobody");
    await leased?.done();
  }
  return found;
}

test("an owner with shards of 100 requests gets five of them for each shard of 500 of another owner", async () => {
  const pool = poolOf();
  await putShards(pool.objects, "ann", 10, { requests: 500 });
  await putShards(pool.objects, "bob", 20, { requests: 100 });
  expect((await owners(pool, 12)).filter((owner) => owner === "ann")).toHaveLength(2);
});

test("an owner that comes after ten shards of another one gets every second one, and no credit", async () => {
  const pool = poolOf();
  await putShards(pool.objects, "ann", 20);
  await owners(pool, 10);
  await putShards(pool.objects, "bob", 10);
  expect((await owners(pool, 6)).filter((owner) => owner === "bob")).toHaveLength(3);
});

test("an owner that waits for a benchmark holds back nobody", async () => {
  const pool = poolOf();
  await putShards(pool.objects, "ann", 1, LANE);
  await leaseShard(pool.worker(1, ALL), MODEL);
  await putShards(pool.objects, "bob", 1, LANE);
  await putShards(pool.objects, "cy", 1);
  expect((await leaseShard(pool.worker(2, ALL), MODEL))?.shard.of.owner).toBe("cy");
});

test("a run that waits for its benchmark keeps the next turn while workers look, also before an owner that waits for longer", async () => {
  const pool = poolOf();
  await putShards(pool.objects, "ann", 3, { ...LANE, run: "long" });
  const first = await leaseShard(pool.worker(1, ALL), MODEL);
  await pool.clock.advance(1);
  await putShards(pool.objects, "bob", 1, LANE);
  const found: unknown[] = [];
  for (let seconds = 0; seconds <= 16 * 60; seconds += 25) {
    found.push(await leaseShard(pool.worker(2, ALL), MODEL));
    await pool.clock.advance(25_000);
  }
  expect(found.filter((leased) => leased !== undefined)).toEqual([]);
  await first?.done();
  expect((await leaseShard(pool.worker(2, ALL), MODEL))?.shard.of.owner).toBe("bob");
});

test("the submissions of one owner take turns, so that a small one does not wait for all shards of a large one", async () => {
  const pool = poolOf();
  await putShards(pool.objects, "radiology", 20, { submission: "large" });
  await putShards(pool.objects, "radiology", 2, { submission: "small", encodedMs: 1 });
  const found: string[] = [];
  for (let i = 0; i < 6; i++) {
    const leased = await leaseShard(pool.worker(1), MODEL);
    found.push(leased?.shard.of.submission ?? "nobody");
    await leased?.done();
  }
  expect([found.slice(0, 4).toSorted(), found.slice(4)]).toEqual([
    ["large", "large", "small", "small"],
    ["large", "large"],
  ]);
});

test("a pool whose state is damaged leases its shards, and makes the state again", async () => {
  const pool = poolOf();
  await putShards(pool.objects, "ann", 2);
  await leaseShard(pool.worker(1, ALL), MODEL);
  await pool.objects.put(keys.poolState(MODEL), "{");
  await leaseShard(pool.worker(2, ALL), MODEL);
  const state = await getJson(pool.objects, keys.poolState(MODEL), PoolState);
  expect(state?.active).toHaveLength(1);
});

test.each(["suite", "run", "shard"])(
  "an entry whose %s leaves the folder of the queue is removed with one record, and the pool goes on",
  async (field) => {
    const pool = poolOf();
    await putShards(pool.objects, "ann", 1, { encodedMs: 1 });
    const entry = entryName({ encodedMs: 0, requests: 1, lane: markOf("a"), run: markOf("b") }, { nth: 0, uuid: "x" });
    const of = { deployment: MODEL, submission: "s", suite: "s", run: "r", shard: entry, requests: 1, lane: "a" };
    const key = keys.poolEntry(MODEL, "ann", entry);
    await pool.objects.put(key, JSON.stringify({ formatVersion: 1, ...of, [field]: "../../x" }));
    const records: unknown[] = [];
    const log = (...record: unknown[]) => void records.push(record);
    expect((await leaseShard({ ...pool.worker(1), log }, MODEL))?.shard.of.owner).toBe("ann");
    expect(records).toEqual([["warn", expect.stringContaining("is removed"), { error: expect.stringContaining(key) }]]);
  },
);

test("the turns and times of a clock that was a year ahead block no benchmark and no owner", async () => {
  const pool = poolOf();
  await putShards(pool.objects, "ann", 1, LANE);
  const untilMs = pool.clock.nowMs() + 31e9;
  const next = { [markOf(LANE.lane)]: { run: markOf("another run"), untilMs } };
  const later = { ann: { turn: 1e300, leasedMs: untilMs } };
  await putJson(pool.objects, keys.poolState(MODEL), { ...newPool(), next, owners: later });
  await pool.clock.advance(16 * 60_000);
  await putShards(pool.objects, "bob", 1);
  expect((await leaseShard(pool.worker(1), MODEL))?.shard.of.owner).toBe("ann");
});
