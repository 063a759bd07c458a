import { randomUUID as randomUuid } from "node:crypto";
import { sqliteIndex } from "@medhelm/adapters/index/sqlite-index";
import { fakeClock } from "@medhelm/testing/clock/fake-clock";
import { PRICE } from "@medhelm/testing/fixtures/money";
import { readLedger } from "@medhelm/testing/fixtures/read-ledger";
import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { builtinModel } from "@medhelm/benchmarks/baselines/registry";
import type { Request } from "@medhelm/core/helm/scenario-state";
import { Deployment } from "@medhelm/core/models/deployment";
import { createBudget } from "@medhelm/core/money/budget";
import { PoolState } from "@medhelm/core/pools/pool-state";
import { PoolStop, Shard, type ShardOf } from "@medhelm/core/pools/shard";
import type { ModelFailure, ModelReply, ObjectStore } from "@medhelm/core/ports";
import type { Access } from "@medhelm/core/run/profile";
import { keys } from "@medhelm/core/store/object-keys";
import { getJson, putJson } from "@medhelm/core/store/objects";
import type { StoredSubmission } from "@medhelm/core/submission";
import { expect, test } from "vitest";
import { openDeployments } from "../work/open-deployments.ts";
import { appendSegments, readSegments, type SegmentPlace, type SegmentWriter } from "./answer-segments.ts";
import { leaseShard } from "./lease-shard.ts";
import { runShards } from "./run-shards.ts";
import { type PoolPorts, workPool } from "./work-pool.ts";

const MODEL = "baseline/lead-sentences";
const SUBMITTED = "2026-11-21T12:00:00.000Z";

const request = (prompt: string): Request => ({
  model_deployment: MODEL,
  model: MODEL,
  embedding: false,
  prompt,
  temperature: 0,
  num_completions: 1,
  top_k_per_token: 1,
  max_tokens: 10,
  stop_sequences: [],
  echo_prompt: false,
  top_p: 1,
  presence_penalty: 0,
  frequency_penalty: 0,
});
const prompts = (count: number): string[] => Array.from({ length: count }, (_, i) => `Question ${i}.`);

/** A pool with one deployment. `says`: replaces the reply to a request, by its number. */
function poolOf(says: (asked: number) => ModelFailure | undefined = () => undefined) {
  const objects = memoryStore();
  const index = sqliteIndex(":memory:");
  const clock = { ...fakeClock(), randomUuid };
  const asked: string[] = [];
  const sent: unknown[] = [];
  const hooks: { duringAsk?: () => Promise<void> } = {};
  const connect = () => {
    const { client } = builtinModel(MODEL);
    return {
      ...client,
      async ask(one: Request, options: Parameters<typeof client.ask>[1]): Promise<ModelReply> {
        asked.push(one.prompt);
        const failure = says(asked.length);
        await hooks.duringAsk?.();
        options.signal.throwIfAborted();
        if (failure !== undefined) return { kind: "failure", failure };
        const reply = await client.ask(one, options);
        return reply.kind === "answer" ? { ...reply, usage: { promptTokens: 2, completionTokens: 8 } } : reply;
      },
    };
  };
  const stop = new AbortController();
  /** The ports of a worker. All processes except `alive` have ended. */
  const worker = (pid: number, alive: readonly number[] = []): PoolPorts => {
    const writers = new Map<string, SegmentWriter>();
    const segments = (place: SegmentPlace): SegmentWriter => {
      const id = JSON.stringify(place);
      const writer = writers.get(id) ?? appendSegments({ objects, clock, signal: stop.signal }, place);
      writers.set(id, writer);
      return writer;
    };
    return {
      objects,
      index,
      clock,
      name: `pid ${pid}`,
      holder: { host: "h", pid, startedAt: String(pid) },
      holderIsGone: (holder) => holder.pid !== pid && !alive.includes(holder.pid),
      leaseTtlMs: 20_000,
      segments,
      dispatchQueue: { send: async (body) => void sent.push(JSON.parse(body)) },
      open: openDeployments({
        objects,
        clock,
        resolve: async (name, modelName) =>
          Deployment.parse({
            name,
            modelName,
            client: { kind: "builtin", baseline: name },
            trust: "local",
            price: PRICE,
          }),
        connect: async () => connect(),
        budget: createBudget(),
        owner: "nobody",
        concurrency: 2,
        offline: true,
        allowedHosts: [],
        allowHosted: false,
        shareAnswers: true,
        segments,
        retry: { maxAttempts: 1 },
      }),
    };
  };
  const work = (ports: PoolPorts, signal = stop.signal) => workPool(ports, { deployment: MODEL, idleMs: 0, signal });
  return { objects, index, clock, asked, sent, hooks, worker, work };
}

/** Puts the requests of an owner's run into the pool. */
async function enqueue(
  { objects, clock, worker }: Pick<ReturnType<typeof poolOf>, "objects" | "clock" | "worker">,
  owner: string,
  texts: readonly string[],
  { access = "public", benchmark = "demo_notes" }: { access?: Access; benchmark?: string } = {},
): Promise<ShardOf> {
  const of: ShardOf = {
    owner,
    submission: `of-${owner}`,
    suite: owner,
    run: `${benchmark}:model=m`,
    benchmark,
    access,
    deployment: MODEL,
    model: MODEL,
    role: "candidate",
  };
  const submission: StoredSubmission = {
    formatVersion: 1,
    id: of.submission,
    owner,
    createdAt: SUBMITTED,
    request: { entries: [], suite: owner },
    runs: [],
  };
  await putJson(objects, keys.submission(of.submission), submission);
  const opening = await worker(99).open(MODEL, MODEL, { ...of, identified: {} });
  const model = await opening.identify();
  const shards = await runShards({ objects, clock }, of);
  for (const prompt of texts) await shards.add({ key: model.keyOf(request(prompt)), request: request(prompt) });
  await shards.flush();
  return of;
}

const waiting = async (objects: ObjectStore): Promise<string[]> => {
  const found: string[] = [];
  for await (const { key } of objects.list("work/.pools/"))
    if (key.includes("/queue/")) found.push(key.split("/")[4] ?? "");
  return found;
};
const chargedTo = async (objects: ObjectStore, owner: string): Promise<number> => {
  const entries = await readLedger(objects, owner, "2026-11");
  return entries
    .flatMap((entry) => (entry.kind === "run" ? entry.lines : []))
    .reduce((sum, one) => sum + one.requests, 0);
};

test("equal requests of two owners are asked once, and the first owner pays", async () => {
  const pool = poolOf();
  await enqueue(pool, "ann", prompts(3));
  await enqueue(pool, "bob", prompts(3));
  await pool.work(pool.worker(1));
  expect(pool.asked.length).toBe(3);
  expect([await chargedTo(pool.objects, "ann"), await chargedTo(pool.objects, "bob")]).toEqual([3, 0]);
  expect(await waiting(pool.objects)).toEqual([]);
});

test("each owner has answers of its own to private text", async () => {
  const pool = poolOf();
  await enqueue(pool, "ann", prompts(3), { access: "private" });
  await enqueue(pool, "bob", prompts(3), { access: "private" });
  await pool.work(pool.worker(1));
  expect(pool.asked.length).toBe(6);
});

test("the dispatcher hears of each run that has its answers", async () => {
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
  const segments: string[] = [];
  for await (const { key } of pool.objects.list(folder)) segments.push(key);
  expect(segments.length).toBe(2);
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
  for (const benchmark of ["a", "b", "c", "d", "e", "f"])
    for (const owner of ["ann", "bob"]) await enqueue(pool, owner, prompts(3), { benchmark: `${benchmark}_${owner}` });
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
  const outcomes: string[] = [];
  for await (const { key } of pool.objects.list(keys.outcomes(of.suite, of.run))) outcomes.push(key);
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
