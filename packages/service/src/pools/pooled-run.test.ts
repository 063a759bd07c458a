import { randomUUID as randomUuid } from "node:crypto";
import { sqliteIndex } from "@medhelm/adapters/index/sqlite-index";
import { builtinModel } from "@medhelm/benchmarks/baselines/registry";
import type { Deployment } from "@medhelm/core/models/deployment";
import type { ObjectStore } from "@medhelm/core/ports";
import { hasObjects } from "@medhelm/core/store/has-objects";
import { fakeClock } from "@medhelm/testing/clock/fake-clock";
import { openBuiltins } from "@medhelm/testing/fixtures/builtin-deployments";
import { putSubmission, segmentWriters } from "@medhelm/testing/fixtures/pool";
import { readLedger } from "@medhelm/testing/fixtures/read-ledger";
import { judgedBy, plan, runToSeal, SUITE, workerPorts, workRequest } from "@medhelm/testing/fixtures/work";
import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { expect, test } from "vitest";
import { submissionLedger } from "../money/submission-ledger.ts";
import { runState } from "../submissions/run-state.ts";
import type { DeploymentPorts } from "../work/models/deployment-ports.ts";
import type { WorkerPorts, WorkRequest } from "../work/ports.ts";
import { workRun } from "../work/work-run.ts";
import { readSegments } from "./answer-segments.ts";
import { needsServer } from "./needs-server.ts";
import { poolsOf } from "./pools-of.ts";
import { runShards } from "./run-shards.ts";
import type { SegmentPlace } from "./segment-place.ts";
import { workPool } from "./work-pool.ts";

const CANDIDATE = "gpu/candidate";
const JUDGE = "gpu/judge";
const RULES: Readonly<Record<string, string>> = { [CANDIDATE]: "baseline/lead-sentences", [JUDGE]: "judge/lexical" };
const submission = "a1";

/** A service with two deployments behind servers. */
async function service() {
  const objects = memoryStore();
  const index = sqliteIndex(":memory:");
  const clock = { ...fakeClock(), randomUuid };
  await putSubmission(objects, { submission, owner: "ann", suite: SUITE });
  /** the deployments that were asked, in order, without canary requests */
  const asked: string[] = [];
  const connect = async ({ name }: Pick<Deployment, "name">) => {
    const { client } = builtinModel(RULES[name] ?? name);
    return {
      ...client,
      ask: async (request: Parameters<typeof client.ask>[0], options: Parameters<typeof client.ask>[1]) => {
        if (!request.prompt.startsWith("What is 17 + 25?")) asked.push(name);
        return client.ask(request, options);
      },
    };
  };
  const open = (more: Partial<DeploymentPorts>) =>
    openBuiltins({ objects, clock, connect, owner: "ann", ...more }, (name) => ({
      client: { kind: "openai-chat", baseUrl: "http://127.0.0.1:1/v1", modelSent: name },
      trust: "local",
    }));
  const plain = { ...workerPorts(objects, { answered: [] }), clock };
  /** A job of the submission. far: it does not reach the servers. */
  const job = (hasPools: boolean | "far"): WorkerPorts => {
    const ledger = submissionLedger({ objects, index, clock, submission, holder: "job" });
    const pools = {
      submission,
      shards: (of: Parameters<NonNullable<DeploymentPorts["pools"]>["shards"]>[0]) =>
        runShards({ objects, clock }, { ...of, owner: "ann", submission }),
    };
    const segments = (place: SegmentPlace) => readSegments(objects, place);
    const far = poolsOf({ objects, clock }, { id: submission, owner: "ann" });
    const asking = hasPools === "far" ? { pools: far } : hasPools ? { pools } : {};
    return {
      ...plain,
      ledger,
      ...(hasPools === false ? {} : { isPooled: () => true }),
      ...(hasPools === "far" ? { canReach: () => false } : {}),
      open: open({ ledger, segments, ...asking }),
    };
  };
  const answer = async (deployment: string): Promise<void> => {
    const { signal } = new AbortController();
    const segments = segmentWriters({ objects, clock, signal });
    const ports = { ...plain, index, name: "pool", segments, open: open({ segments }) };
    await workPool(ports, { deployment, idleMs: 0, signal });
  };
  return { objects, asked, job, answer };
}

const request = async () =>
  workRequest(judgedBy(await plan(2, `demo_notes:model=${CANDIDATE}`), JUDGE), { submission });

const charged = async (objects: ObjectStore) =>
  (await readLedger(objects, "ann", "2026-11")).flatMap((entry) =>
    entry.kind === "run" ? entry.lines.map(({ role, requests }) => [role, requests]) : [],
  );

test("a judged run over two pools has the contentSha256, the requests and the charges of one job", async () => {
  const pools = await service();
  const asks = await request();
  expect(await workRun(pools.job(true), asks)).toEqual({ kind: "awaiting", deployments: [CANDIDATE] });
  expect(await runState(pools.objects, SUITE, asks.plan.runSpec.name)).toEqual({
    state: "awaiting",
    deployment: CANDIDATE,
    pool: { requests: 2 },
  });
  await pools.answer(CANDIDATE);
  expect(await workRun(pools.job(true), asks)).toEqual({ kind: "awaiting", deployments: [JUDGE] });
  await pools.answer(JUDGE);
  const pooled = await runToSeal(pools.job(true), asks);

  const jobs = await service();
  const sealed = await runToSeal(jobs.job(false), asks);
  expect(pooled.contentSha256).toBe(sealed.contentSha256);
  expect(pools.asked.toSorted()).toEqual(jobs.asked.toSorted());
  expect(await charged(pools.objects)).toEqual(await charged(jobs.objects));
});

test("a job that needs no pool any more reads the answers of the pool", async () => {
  const { job, answer, asked } = await service();
  const asks = await request();
  await workRun(job(true), asks);
  await answer(CANDIDATE);
  await runToSeal(job(false), asks);
  expect(asked).toEqual([CANDIDATE, CANDIDATE, JUDGE, JUDGE]);
});

test("a job that reaches no server lets each pool find out which model answers before it encodes", async () => {
  const pools = await service();
  const asks = await request();
  for (const awaited of [CANDIDATE, CANDIDATE, JUDGE, JUDGE]) {
    expect(await workRun(pools.job("far"), asks)).toEqual({ kind: "awaiting", deployments: [awaited] });
    await pools.answer(awaited);
  }
  const pooled = await runToSeal(pools.job("far"), asks);

  const jobs = await service();
  const sealed = await runToSeal(jobs.job(false), asks);
  expect(pooled.contentSha256).toBe(sealed.contentSha256);
  expect(pools.asked.toSorted()).toEqual(jobs.asked.toSorted());
  expect(await charged(pools.objects)).toEqual(await charged(jobs.objects));
});

/** The request of a run whose prompts may have images. */
async function withImages(): Promise<WorkRequest> {
  const asks = await request();
  const { benchmark } = asks.plan;
  const load: typeof benchmark.load = async (data) => ({
    ...(await benchmark.load(data)),
    readImage: async () => new Uint8Array(),
  });
  return { ...asks, plan: { ...asks.plan, benchmark: { ...benchmark, load } } };
}

const isMarked = async (objects: ObjectStore, { plan: { runSpec }, suite }: WorkRequest) =>
  needsServer(objects, { suite, run: runSpec.name });

test("a job that reaches no server marks a run with images, which no pool can ask, and puts no shard", async () => {
  const { objects, job } = await service();
  const asks = await withImages();
  expect(await workRun(job("far"), asks)).toEqual({ kind: "awaiting", deployments: [CANDIDATE] });
  expect([await isMarked(objects, asks), await hasObjects(objects, "work/.pools/")]).toEqual([true, false]);
});

test("a job that reaches no server does not mark a run that a pool can ask", async () => {
  const { objects, job } = await service();
  const asks = await request();
  await workRun(job("far"), asks);
  expect([await isMarked(objects, asks), await hasObjects(objects, "work/.pools/")]).toEqual([false, true]);
});

test("a job with the server asks for a marked run itself", async () => {
  const { objects, job, asked } = await service();
  const asks = await withImages();
  await workRun(job("far"), asks);
  await workRun(job(true), asks);
  expect([asked.length, await hasObjects(objects, "work/.pools/")]).toEqual([4, false]);
});
