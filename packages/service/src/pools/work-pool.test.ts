import { keys } from "@medhelm/core/store/object-keys";
import { PoolState } from "@medhelm/core/pools/pool-state";
import { PoolStop, Shard } from "@medhelm/core/pools/shard";
import { getJson, putJson } from "@medhelm/core/store/objects";
import { keysIn } from "@medhelm/testing/stores/keys-in";
import {
  chargedTo,
  enqueue,
  MODEL,
  poolOf,
  prompts,
  request,
  SUBMITTED,
  waiting,
} from "@medhelm/testing/fixtures/pool";
import { expect, test } from "vitest";
import { readSegments } from "./answer-segments.ts";
import { leaseShard } from "./lease-shard.ts";
import { runShards } from "./run-shards.ts";
import { type PoolPorts, workPool } from "./work-pool.ts";

test("equal requests of two owners are asked once, and the first owner pays", async () => {
  const pool = poolOf();
  await enqueue(pool, "ann", prompts(3));
  await enqueue(pool, "bob", prompts(3));
  await pool.work(pool.worker(1));
  expect(pool.asked.length).toBe(3);
  expect([await chargedTo(pool.objects, "ann"), await chargedTo(pool.objects, "bob")]).toEqual([3, 0]);
  expect(await waiting(pool.objects)).toEqual([]);
});

test("equal requests of two users' benchmarks with other names are asked once, also by two workers", async () => {
  const pool = poolOf();
  await enqueue(pool, "ann", prompts(3), { benchmark: "ann_questions" });
  await enqueue(pool, "bob", prompts(4), { benchmark: "bob_questions" });
  const [first, second] = [pool.worker(1, [2]), pool.worker(2, [1])];
  const anns = await leaseShard(first, MODEL);
  expect(await leaseShard(second, MODEL)).toBeUndefined();
  await anns?.giveBack(false);
  await Promise.all([pool.work(first), pool.work(second)]);
  expect(pool.asked.toSorted()).toEqual(prompts(4));
  expect((await chargedTo(pool.objects, "ann")) + (await chargedTo(pool.objects, "bob"))).toBe(4);
});

test("a later benchmark of a user with another name reads the answers of an earlier one, and pays nothing", async () => {
  const pool = poolOf();
  for (const benchmark of ["first_name", "second_name"]) {
    await enqueue(pool, "ann", prompts(3), { benchmark, access: "local" });
    await pool.work(pool.worker(1));
  }
  expect([pool.asked.length, await chargedTo(pool.objects, "ann")]).toEqual([3, 3]);
});

test("built-in benchmarks are asked at the same time, because their requests differ", async () => {
  const pool = poolOf();
  await enqueue(pool, "ann", prompts(1), { benchmark: "demo_notes" });
  await enqueue(pool, "bob", ["Another question."], { benchmark: "demo_questions" });
  const shards = [await leaseShard(pool.worker(1, [2]), MODEL), await leaseShard(pool.worker(2, [1]), MODEL)];
  expect(shards.map((leased) => leased?.shard.of.owner)).toEqual(["ann", "bob"]);
});

test("each owner has answers of its own to private text", async () => {
  const pool = poolOf();
  await enqueue(pool, "ann", prompts(3), { access: "private" });
  await enqueue(pool, "bob", prompts(3), { access: "private" });
  await pool.work(pool.worker(1));
  expect(pool.asked.length).toBe(6);
});

test("the dispatcher gets a message for each run that has its answers", async () => {
  const pool = poolOf();
  await enqueue(pool, "ann", prompts(1));
  await pool.work(pool.worker(1));
  expect(pool.sent).toEqual([{ submission: "of-ann", deployment: MODEL, role: "candidate" }]);
});

test("a run of 501 requests is two shards, and a second start of the run adds none", async () => {
  const pool = poolOf();
  await enqueue(pool, "ann", prompts(501));
  await enqueue(pool, "ann", prompts(501));
  const sizes: number[] = [];
  for await (const { key } of pool.objects.list("work/ann/"))
    if (key.includes("/shards/")) sizes.push((await getJson(pool.objects, key, Shard))?.requests.length ?? 0);
  expect(sizes.toSorted((a, b) => a - b)).toEqual([1, 500]);
});

test("501 answers are two objects, from which another worker reads each of them", async () => {
  const pool = poolOf();
  await enqueue(pool, "ann", prompts(501));
  await pool.work(pool.worker(1));
  const folder = keys.answerSegments("public", MODEL, "demo_notes");
  expect(await keysIn(pool.objects, folder)).toHaveLength(2);
  const model = await (await pool.worker(1).open(MODEL, MODEL, useOf("ann"))).identify();
  const answers = readSegments(pool.objects, { scope: "public", deployment: MODEL, benchmark: "demo_notes" });
  expect(await answers.read(model.keyOf(request("Question 500.")))).toMatchObject({ deployment: MODEL });
});

const useOf = (owner: string) => ({
  role: "candidate" as const,
  benchmark: "demo_notes",
  access: "public" as const,
  run: "demo_notes:model=m",
  suite: owner,
  identified: {},
});

test("a worker leases no shard of a benchmark that another run is asked", async () => {
  const pool = poolOf();
  await enqueue(pool, "ann", prompts(3));
  await enqueue(pool, "bob", prompts(3));
  await enqueue(pool, "bob", prompts(3), { benchmark: "demo_questions" });
  const first = await leaseShard(pool.worker(1, [2]), MODEL);
  const second = await leaseShard(pool.worker(2, [1]), MODEL);
  expect([first?.shard.of.owner, second?.shard.of]).toMatchObject([
    "ann",
    { owner: "bob", benchmark: "demo_questions" },
  ]);
});

/** The ports of worker 2, whose clock is an hour ahead, while worker 1 lives. */
const anHourAhead = (pool: ReturnType<typeof poolOf>): PoolPorts => ({
  ...pool.worker(2, [1]),
  holderIsAlive: ({ pid }) => pid === 1,
  objects: {
    ...pool.objects,
    async get(key) {
      const found = await pool.objects.get(key);
      return found && { ...found, storeNowMs: found.storeNowMs + 3_600_000 };
    },
  },
});

test.each(["ann", "bob"])(
  "a worker whose clock is an hour ahead does not ask the questions of %s that a living worker asks",
  async (owner) => {
    const pool = poolOf();
    await enqueue(pool, "ann", prompts(3));
    const first = await leaseShard(pool.worker(1, [2]), MODEL);
    if (owner !== "ann") await enqueue(pool, owner, prompts(3));
    const second = leaseShard(anHourAhead(pool), MODEL);
    for (let i = 0; i < 4; i++) await pool.clock.advance(5_000); // worker 1 renews its lease
    expect([first?.shard.of.owner, await second]).toEqual(["ann", undefined]);
  },
);

test("an owner of weight 3 gets three leases for each one of another owner", async () => {
  const pool = poolOf();
  await putJson(pool.objects, keys.poolWeights(), { formatVersion: 1, weights: { bob: 3 } });
  for (const name of ["notes", "questions", "doses", "inbox", "messages", "research"])
    for (const owner of ["ann", "bob"])
      await enqueue(pool, owner, prompts(3), { benchmark: `demo_${name}`, access: "private" });
  const owners: (string | undefined)[] = [];
  for (let i = 0; i < 8; i++) owners.push((await leaseShard(pool.worker(1), MODEL))?.shard.of.owner);
  expect(owners.filter((owner) => owner === "bob").length).toBe(6);
});

test("two workers share the shards of one run", async () => {
  const pool = poolOf();
  await enqueue(pool, "ann", prompts(501));
  const sizes: (number | undefined)[] = [];
  for (const [pid, other] of [
    [1, 2],
    [2, 1],
  ] as const)
    sizes.push((await leaseShard(pool.worker(pid, [other]), MODEL))?.shard.requests.length);
  expect(sizes).toEqual([500, 1]);
});

test("the second worker of a pool ends at its first look without a shard, and the first one waits for more", async () => {
  const pool = poolOf();
  const { signal } = new AbortController();
  const ends: string[] = [];
  const working = [true, false].map((isFirst) =>
    workPool(
      { ...pool.worker(1), own: { isFirst: async () => isFirst } },
      { deployment: MODEL, idleMs: 180_000, signal },
    ).then(() => void ends.push(isFirst ? "first" : "second")),
  );
  await pool.clock.advance(179_000);
  expect(ends).toEqual(["second"]);
  await pool.clock.advance(2_000);
  await Promise.all(working);
});

test("a worker that has served for its time ends at the end of its shard, and leaves the others in the queue", async () => {
  const pool = poolOf();
  await enqueue(pool, "ann", prompts(501));
  pool.hooks.duringAsk = async () => {
    delete pool.hooks.duringAsk;
    await pool.clock.advance(2_000);
  };
  const { signal } = new AbortController();
  await workPool(pool.worker(1), { deployment: MODEL, idleMs: 0, mostMs: 1_000, signal });
  expect([pool.asked.length, await waiting(pool.objects)]).toEqual([500, ["ann"]]);
});

test("a killed worker of two costs its own shard only", async () => {
  const pool = poolOf();
  await enqueue(pool, "ann", prompts(501));
  const [first, second] = [await leaseShard(pool.worker(1, [2]), MODEL), await leaseShard(pool.worker(2, [1]), MODEL)];
  const next = await leaseShard(pool.worker(3, [2]), MODEL);
  expect([first, second, next].map((one) => one?.shard.requests.length)).toEqual([500, 1, 500]);
});

test("a run that waits for a benchmark has the next turn before a longer run of another owner", async () => {
  const pool = poolOf();
  await enqueue(pool, "ann", prompts(1001));
  const first = await leaseShard(pool.worker(1, [2]), MODEL);
  await enqueue(pool, "bob", prompts(3));
  expect(await leaseShard(pool.worker(2, [1]), MODEL)).toBeUndefined();
  await first?.done();
  expect((await leaseShard(pool.worker(2, [1]), MODEL))?.shard.of.owner).toBe("bob");
});

test("the shard of a killed worker is asked by the next one", async () => {
  const pool = poolOf();
  await enqueue(pool, "ann", prompts(3));
  await leaseShard(pool.worker(1), MODEL);
  await pool.work(pool.worker(2));
  expect(pool.asked.length).toBe(3);
  expect((await getJson(pool.objects, keys.poolState(MODEL), PoolState))?.active).toEqual([]);
});

test("a worker that is stopped keeps its answers and leaves the shard to the next one", async () => {
  const pool = poolOf();
  await enqueue(pool, "ann", prompts(6));
  const stop = new AbortController();
  pool.hooks.duringAsk = async () => {
    if (pool.asked.length === 4) stop.abort(new Error("stopped"));
  };
  await expect(pool.work(pool.worker(1), stop.signal)).rejects.toThrow("stopped");
  delete pool.hooks.duringAsk;
  const before = new Set(pool.asked.slice(0, 2));
  const askedAgain = pool.asked.length;
  await pool.work(pool.worker(2, [1]));
  expect(pool.asked.slice(askedAgain).filter((prompt) => before.has(prompt))).toEqual([]);
  expect(await chargedTo(pool.objects, "ann")).toBe(6);
});

test("a refused key removes the shards of the run, and its next job says why", async () => {
  const refused = { reason: "auth", message: "the key is refused", isRetriable: false } as const;
  const pool = poolOf(() => refused);
  const of = await enqueue(pool, "ann", prompts(501));
  await pool.work(pool.worker(1));
  expect(await waiting(pool.objects)).toEqual([]);
  expect(await getJson(pool.objects, keys.poolStop(of.suite, of.run, MODEL), PoolStop)).toMatchObject({ code: "auth" });
  const next = await runShards({ objects: pool.objects, clock: pool.clock }, of);
  await expect(next.add({ key: "0", request: request("a") })).rejects.toMatchObject({ reason: "auth" });
});

test("a failed request is recorded, and does not come again", async () => {
  const failure = { reason: "bad_request", message: "no", isRetriable: false } as const;
  const pool = poolOf((asked) => (asked === 1 ? failure : undefined));
  const of = await enqueue(pool, "ann", prompts(3));
  await pool.work(pool.worker(1));
  const outcomes = await keysIn(pool.objects, keys.outcomes(of.suite, of.run));
  expect([outcomes.length, await chargedTo(pool.objects, "ann")]).toEqual([1, 2]);
});

test("a cancelled submission is asked no more, and pays for its answers", async () => {
  const pool = poolOf();
  const of = await enqueue(pool, "ann", prompts(2));
  await pool.work(pool.worker(1));
  await enqueue(pool, "ann", ["another question"]);
  await putJson(pool.objects, keys.submissionCancel(of.submission), { formatVersion: 1, cancelledAt: SUBMITTED });
  await pool.work(pool.worker(1));
  expect([pool.asked.length, await chargedTo(pool.objects, "ann"), await waiting(pool.objects)]).toEqual([2, 2, []]);
});

test("a damaged shard leaves the queue, so that its run is encoded again", async () => {
  const pool = poolOf();
  const of = await enqueue(pool, "ann", prompts(1));
  for await (const { key } of pool.objects.list(keys.shards(of.suite, of.run, MODEL))) await pool.objects.put(key, "{");
  await pool.work(pool.worker(1));
  expect([pool.asked, await waiting(pool.objects)]).toEqual([[], []]);
});

test("a damaged shard is encoded again by the next start of its run, and a damaged reason for a stop is none", async () => {
  const pool = poolOf();
  const { suite, run } = await enqueue(pool, "ann", prompts(3));
  for (const key of await keysIn(pool.objects, keys.shards(suite, run, MODEL))) await pool.objects.put(key, "{");
  await pool.objects.put(keys.poolStop(suite, run, MODEL), "{");
  await enqueue(pool, "ann", prompts(3));
  await pool.work(pool.worker(1));
  expect([pool.asked.toSorted(), await waiting(pool.objects)]).toEqual([prompts(3), []]);
});
