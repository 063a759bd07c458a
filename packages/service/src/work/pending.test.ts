import { type Call, type Fault, faultyStore } from "@medhelm/testing/stores/faulty-store";
import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { metricFor } from "@medhelm/benchmarks/registry";
import { keys } from "@medhelm/core/store/object-keys";
import { getJson } from "@medhelm/core/store/objects";
import type { ModelFailure, ModelReply, ObjectStore } from "@medhelm/core/ports";
import { Manifest } from "@medhelm/core/release/runs/manifest";
import { Progress } from "@medhelm/core/run/progress";
import { expect, test } from "vitest";
import { z } from "zod";
import { aggregateRun } from "../aggregate/aggregate-run.ts";
import {
  type Counted,
  durableAnswers,
  judgedBy,
  plan,
  readRunFile,
  runToSeal,
  SUITE,
  workerPorts,
  workRequest,
} from "@medhelm/testing/fixtures/work";
import { workRun } from "./work-run.ts";
import type { WorkResult } from "./ports.ts";

// The candidate and the judges of one run have their own jobs. Together they send the same requests and write the same
// bytes as one job that reaches all deployments.

const CANDIDATE = "gpu/candidate";
const two = judgedBy(await plan(2, `demo_notes:model=${CANDIDATE}`), "gpu/judge", "host/judge");
const four = judgedBy(await plan(4, `demo_notes:model=${CANDIDATE}`), "gpu/judge", "host/judge");
const run = two.runSpec.name;

/** The first reply of the judge with GPUs is never usable, so the worker asks it twice. */
const STUBBORN = (deployment: string, prompt: string, reply: ModelReply): ModelReply =>
  deployment === "gpu/judge" && reply.kind === "answer" && !prompt.includes("could not be used")
    ? { ...reply, result: { ...reply.result, completions: [{ text: "Well.", logprob: 0, tokens: [] }] } }
    : reply;

type Role = "candidate" | "judge";
interface Worker {
  readonly pid: number;
  readonly role: Role;
  readonly reaches: readonly string[];
}
const [CANDIDATES, GPU_JUDGES, HOSTED]: readonly Worker[] = [
  { pid: 1, role: "candidate", reaches: [CANDIDATE] },
  { pid: 2, role: "judge", reaches: ["gpu/judge"] },
  { pid: 3, role: "judge", reaches: ["host/judge"] },
] as const;
if (CANDIDATES === undefined || GPU_JUDGES === undefined || HOSTED === undefined) throw new Error("three workers");

function work(objects: ObjectStore, counted: Counted, { pid, role, reaches }: Worker, what = two): Promise<WorkResult> {
  const ports = { ...workerPorts(objects, counted, pid), canReach: (name: string) => reaches.includes(name) };
  return workRun(ports, workRequest(what, { role }));
}

async function sealed(objects: ObjectStore): Promise<Manifest | undefined> {
  await aggregateRun({ objects, metrics: metricFor }, { suite: SUITE, run });
  return getJson(objects, keys.manifest(SUITE, run), Manifest);
}

const progress = (objects: ObjectStore) => getJson(objects, keys.progress(SUITE, run), Progress);

async function inOneJob(failAt?: Counted["failAt"]) {
  const counted: Counted = { answered: [], saysInstead: STUBBORN, ...(failAt === undefined ? {} : { failAt }) };
  const objects = memoryStore();
  const manifest = await runToSeal(workerPorts(objects, counted), workRequest(two));
  return { contentSha256: manifest.contentSha256, answered: counted.answered.toSorted(), objects };
}
const oneJob = await inOneJob();

test("each job asks the deployments that it reaches, and the last job assembles the same bytes as one job", async () => {
  const objects = memoryStore();
  const counted: Counted = { answered: [], saysInstead: STUBBORN };
  expect(await work(objects, counted, CANDIDATES)).toEqual({
    kind: "awaiting",
    deployments: ["gpu/judge", "host/judge"],
  });
  expect(counted.answered).toHaveLength(2);
  expect(await progress(objects)).toMatchObject({ state: "awaiting", deployment: "gpu/judge", done: 2, total: 2 });
  expect(await work(objects, counted, GPU_JUDGES)).toEqual({ kind: "awaiting", deployments: ["host/judge"] });
  expect(counted.answered).toHaveLength(6); // two answers and two requests for each verdict
  expect(await progress(objects)).toMatchObject({ state: "awaiting", deployment: "host/judge" });
  expect(await readRunFile(objects, run, "scenario_state.json", z.unknown())).toBeUndefined();
  expect(await work(objects, counted, HOSTED)).toEqual({ kind: "judged", generation: 1 });
  expect(await progress(objects)).toBeUndefined();
  expect((await sealed(objects))?.contentSha256).toBe(oneJob.contentSha256);
  expect(counted.answered.toSorted()).toEqual(oneJob.answered);
  expect(await durableAnswers(objects)).toEqual(await durableAnswers(oneJob.objects));
});

test("the order of the judges' jobs does not change the bytes", async () => {
  const objects = memoryStore();
  const counted: Counted = { answered: [], saysInstead: STUBBORN };
  await work(objects, counted, CANDIDATES);
  expect(await work(objects, counted, HOSTED)).toEqual({ kind: "awaiting", deployments: ["gpu/judge"] });
  expect(await work(objects, counted, GPU_JUDGES)).toEqual({ kind: "judged", generation: 1 });
  expect((await sealed(objects))?.contentSha256).toBe(oneJob.contentSha256);
  expect(counted.answered.toSorted()).toEqual(oneJob.answered);
});

test("a judge's job never asks the candidate and awaits it if outcomes are missing", async () => {
  const objects = memoryStore();
  const counted: Counted = { answered: [] };
  const everywhere = { ...GPU_JUDGES, reaches: [CANDIDATE, "gpu/judge", "host/judge"] };
  expect(await work(objects, counted, everywhere)).toEqual({ kind: "awaiting", deployments: [CANDIDATE] });
  expect(counted.answered).toEqual([]);
});

test("the candidate's job also asks a judge that is the candidate", async () => {
  const objects = memoryStore();
  const counted: Counted = { answered: [] };
  const self = judgedBy(two, CANDIDATE, "host/judge");
  expect(await work(objects, counted, CANDIDATES, self)).toEqual({ kind: "awaiting", deployments: ["host/judge"] });
  expect(counted.answered.length).toBeGreaterThanOrEqual(4); // two answers and at least two verdicts
});

test("the judge's job neither repeats nor judges the candidate's permanent failures", async () => {
  const failure: ModelFailure = { reason: "content_filter", message: "refused", isRetriable: false };
  const failAt = (ask: number) => (ask === 0 ? failure : undefined);
  const expected = await inOneJob(failAt);
  const objects = memoryStore();
  const counted: Counted = { answered: [], saysInstead: STUBBORN, failAt };
  for (const worker of [CANDIDATES, GPU_JUDGES, HOSTED]) await work(objects, counted, worker);
  expect((await sealed(objects))?.coverage).toMatchObject({ requests: 2, answered: 1, failed: 1, verdictsAsked: 2 });
  expect((await sealed(objects))?.contentSha256).toBe(expected.contentSha256);
});

test("a judge that refuses its key ends the job, and the other answers stay stored", async () => {
  const objects = memoryStore();
  const counted: Counted = { answered: [] };
  await work(objects, counted, CANDIDATES);
  const refusing: Counted = {
    answered: [],
    saysInstead: (deployment, _, reply) =>
      deployment === "host/judge"
        ? { kind: "failure", failure: { reason: "auth", message: "HTTP 401", isRetriable: false } }
        : reply,
  };
  const both = { ...HOSTED, reaches: ["gpu/judge", "host/judge"] };
  await expect(work(objects, refusing, both)).rejects.toThrow("HTTP 401");
  const kept = await durableAnswers(objects);
  expect(kept.size).toBeGreaterThan(2); // two answers of the candidate and at least one verdict of the other judge
  const again: Counted = { answered: [] };
  expect(await work(objects, again, both)).toEqual({ kind: "judged", generation: 1 });
  expect(again.answered.filter((key) => kept.has(key))).toEqual([]);
});

test("a larger run asks its candidate only for the new instances and awaits the judges", async () => {
  const objects = memoryStore();
  const counted: Counted = { answered: [] };
  for (const worker of [CANDIDATES, GPU_JUDGES, HOSTED]) await work(objects, counted, worker);
  await sealed(objects);
  const before = counted.answered.length;
  expect(await work(objects, counted, CANDIDATES, four)).toMatchObject({ kind: "awaiting" });
  expect(counted.answered.length).toBe(before + 2);
});

/** Fails the n-th operation and all later operations, as a kill does. */
const killAt = (n: number): ((call: Call) => Fault | undefined) => {
  let calls = 0;
  return () => (++calls >= n ? "throw before" : undefined);
};

test.for([0, 1, 2])(
  "after job %i is killed at any operation, its successor repeats no stored request and gives the same bytes",
  async (victim) => {
    const chain = [CANDIDATES, GPU_JUDGES, HOSTED];
    for (let n = 1; ; n += 3) {
      const objects = memoryStore();
      const counted: Counted = { answered: [], saysInstead: STUBBORN };
      let faults = 0;
      for (const [i, worker] of chain.entries()) {
        if (i === victim) {
          const dying = faultyStore(objects, killAt(n));
          await work(dying, { answered: [], saysInstead: STUBBORN }, { ...worker, pid: 9 }).catch(() => undefined);
          faults = dying.faults.length;
        }
        const durable = await durableAnswers(objects);
        const before = counted.answered.length;
        await work(objects, counted, worker);
        expect(counted.answered.slice(before).filter((key) => durable.has(key))).toEqual([]);
      }
      const manifest = await sealed(objects);
      expect({ n, contentSha256: manifest?.contentSha256 }).toEqual({ n, contentSha256: oneJob.contentSha256 });
      if (faults === 0) break;
    }
  },
);
