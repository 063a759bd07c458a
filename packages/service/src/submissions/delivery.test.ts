import { sqliteIndex } from "@medhelm/adapters/index/sqlite-index";
import { withObjectEvents } from "@medhelm/adapters/objects/events-store";
import { keysIn } from "@medhelm/testing/stores/keys-in";
import { type Fault, faultyStore } from "@medhelm/testing/stores/faulty-store";
import { systemClock } from "@medhelm/adapters/system-clock";
import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { metricFor } from "@medhelm/benchmarks/registry";
import { keys } from "@medhelm/core/store/object-keys";
import { getJson, putJson } from "@medhelm/core/store/objects";
import { judgesOf } from "@medhelm/core/judge/jury-spec";
import type { JobRequest, ObjectStore, Queue } from "@medhelm/core/ports";
import { Manifest } from "@medhelm/core/release/runs/manifest";
import { Deployment } from "@medhelm/core/models/deployment";
import type { RunPlan } from "@medhelm/core/run/spec/expand";
import { AggregateMessage, DispatchMessage, type StoredSubmission } from "@medhelm/core/submission";
import { expect, test } from "vitest";
import { aggregateRun } from "../aggregate/aggregate-run.ts";
import { dispatchPorts, testCompute } from "@medhelm/testing/fixtures/dispatch";
import { dispatch } from "../dispatch/dispatch.ts";
import type { FindDeployment } from "../dispatch/job-request.ts";
import { createSubmission } from "../index/submission-record.ts";
import { sweep } from "../sweep/sweep.ts";
import { Handled } from "./submission-run-state.ts";
import {
  type Counted,
  judgedBy,
  plan,
  runToSeal,
  SUITE,
  workerPorts,
  workRequest,
} from "@medhelm/testing/fixtures/work";
import { workJob } from "../work/work-job.ts";
import { reachableDeployments } from "../work/models/reachable-deployments.ts";

// A whole submission with handlers, queues and jobs, under the worst behaviour that at-least-once delivery allows.

const ENTRIES = [
  "demo_notes:model=baseline/lead-sentences",
  "demo_questions:model=baseline/lead-sentences",
  "demo_notes:model=baseline/first-option",
];
const SERVED = { gpuClass: "gpu-24", repo: "a/b", revision: "0".repeat(40), weightsGb: 1 };
const SERVICE: readonly Deployment[] = [
  { name: "gpu/candidate", served: SERVED },
  { name: "gpu/judge", served: SERVED },
  { name: "host/judge", client: { apiKeyFrom: { kind: "env", name: "HOST_KEY" } } },
].map(({ name, client, ...more }) => {
  const server = { kind: "openai-chat", baseUrl: "http://127.0.0.1:8000/v1", modelSent: name, ...client };
  return Deployment.parse({ name, modelName: name, trust: "covered", client: server, ...more });
});

/** A submission, its deployments, and the requests and content hashes of a run without faults. */
interface Case {
  readonly plans: readonly RunPlan[];
  readonly submission: StoredSubmission;
  readonly deployments?: FindDeployment;
  readonly undisturbed: Counted;
  readonly contents: readonly (string | undefined)[];
}

async function caseOf(plans: readonly RunPlan[], deployments?: FindDeployment): Promise<Case> {
  const submission: StoredSubmission = {
    formatVersion: 1,
    id: "sub",
    owner: "ann",
    createdAt: "2025-01-01T00:00:00.000Z",
    request: { suite: SUITE, entries: plans.map(({ entry: { description } }) => ({ description })) },
    runs: plans.map(({ runSpec, benchmark, entry }) => ({
      run: runSpec.name,
      description: entry.description,
      benchmark: benchmark.card.name,
      model: runSpec.adapter_spec.model,
      modelDeployment: runSpec.adapter_spec.model_deployment,
      judges: (runSpec.annotators ?? []).flatMap(judgesOf).map(({ modelDeployment }) => modelDeployment),
    })),
  };
  const undisturbed: Counted = { answered: [] };
  const objects = memoryStore();
  for (const one of plans) await runToSeal(workerPorts(objects, undisturbed), workRequest(one));
  const setup = { plans, submission, undisturbed, ...(deployments === undefined ? {} : { deployments }) };
  return { ...setup, contents: await contents(objects, plans) };
}

/** The content hashes of the runs, or how one has ended without a seal. */
const contents = (objects: ObjectStore, plans: readonly RunPlan[]): Promise<(string | undefined)[]> =>
  Promise.all(
    plans.map(async ({ runSpec: { name } }) => {
      const seal = await getJson(objects, keys.manifest(SUITE, name), Manifest);
      return (
        seal?.contentSha256 ?? JSON.stringify(await getJson(objects, keys.submissionHandled("sub", name), Handled))
      );
    }),
  );

const plansOf = (entries: readonly string[]) => Promise.all(entries.map((description) => plan(3, description)));
const embedded = await caseOf(await plansOf(ENTRIES));
/** Two candidates, one with its own GPUs; a judge with GPUs, a hosted judge, and a judge that is also a candidate. */
const cloud = await caseOf(
  [
    ...(await plansOf(["demo_notes:model=gpu/candidate", "demo_notes:model=baseline/first-option"])).map((one) =>
      judgedBy(one, "host/judge", "gpu/judge"),
    ),
    ...(await plansOf(["demo_questions:model=gpu/candidate"])),
  ],
  (name) => SERVICE.find((deployment) => deployment.name === name),
);

/** Numbers in [0, 1), the same in every execution. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
}

function rethrow(error: unknown): never {
  throw error;
}

interface Weather {
  readonly killsJobs: boolean;
  readonly losesMessages: boolean;
  /** The store fails one call in twenty, and loses one reply in fifty. */
  readonly storeFails?: boolean;
  /** Sometimes a file of a run that is not sealed yet is damaged or deleted. */
  readonly damagesScratch?: boolean;
}

const DAMAGES: readonly ((bytes: Uint8Array) => Uint8Array | undefined)[] = [
  () => undefined,
  () => new Uint8Array(),
  (bytes) => bytes.subarray(0, bytes.length >> 1),
  (bytes) => bytes.map((byte, i) => (i === bytes.length >> 1 ? byte ^ 1 : byte)),
];

/** Damages one of the files that workers and aggregators have written for runs without a seal. */
async function damageScratch(objects: ObjectStore, random: () => number): Promise<void> {
  const sealed = (await keysIn(objects, "runs/s/")).flatMap(
    (key) => /^runs\/s(\/[^/]+\/)manifest\.json$/.exec(key)?.[1] ?? [],
  );
  const written = [...(await keysIn(objects, "runs/s/.generations/")), ...(await keysIn(objects, "work/s/"))];
  const scratch = written.filter((key) => !sealed.some((run) => key.includes(run)));
  const key = scratch[Math.floor(random() * scratch.length)];
  const stored = key === undefined ? undefined : await objects.get(key);
  if (key === undefined || stored === undefined) return;
  const left = DAMAGES[Math.floor(random() * DAMAGES.length)]?.(stored.body);
  await (left === undefined ? objects.delete(key) : objects.put(key, left));
}

const oneInTwenty = (random: number): Fault | undefined =>
  random < 0.05 ? "throw before" : random < 0.07 ? "lose reply" : undefined;

/**
 * The number of a deployment's jobs for which the store causes no failures. By chance, each of 50 jobs could meet one, and the service then abandons
 * their runs.
 */
const SPARED = 20;

/** `truth` has no faults. `time.turn`: the caller counts it. */
function placesOf({ storeFails = false, damagesScratch = false }: Weather, random: () => number) {
  const time = { turn: 0 };
  // a minute each turn: a claim of a job, a submission that the sweep could not read, or a damaged lease waits for some minutes
  const isFast = storeFails || damagesScratch;
  const clock = isFast ? { ...systemClock, nowMs: () => systemClock.nowMs() + time.turn * 60_000 } : systemClock;
  const truth = memoryStore({ clock });
  const objects = storeFails ? faultyStore(truth, () => oneInTwenty(random())) : truth;
  return { time, clock, truth, objects };
}

/** Keeps all pending work in one bag. Each step takes a random piece of work out of it. */
async function deliver(seed: number, { plans, submission, deployments }: Case, weather: Weather) {
  const { killsJobs, losesMessages, storeFails = false } = weather;
  const random = seeded(seed);
  const { time, clock, truth, objects } = placesOf(weather, random);
  const counted: Counted = { answered: [] };
  const compute = testCompute();
  const bag: (() => Promise<unknown>)[] = [];
  const queue = (handle: (body: string) => Promise<unknown>): Queue => ({
    async send(body) {
      if (losesMessages && random() < 0.3) return;
      // a message whose handling fails is delivered again
      const deliverOne = (): Promise<unknown> =>
        handle(body).catch((error: unknown) => {
          if (!storeFails) throw error;
          bag.push(deliverOne);
        });
      const copies = storeFails ? 1 + Math.floor(random() * 3) : 2;
      for (let copy = 0; copy < copies; copy++) bag.push(deliverOne);
    },
    receive: async () => [],
    delete: async () => undefined,
    extend: async () => undefined,
    depth: async () => ({ visible: bag.length, inFlight: 0 }),
  });
  const aggregateQueue = queue((body) =>
    aggregateRun({ objects, metrics: metricFor }, AggregateMessage.parse(JSON.parse(body))),
  );
  let pid = 0;
  const jobsOf = new Map<string, number>();
  const work = async (id: string, { environment, secrets = [] }: JobRequest): Promise<void> => {
    const { MEDHELM_DEPLOYMENT: deployment = "", MEDHELM_ROLE: role } = environment;
    const nth = (jobsOf.get(`${role} ${deployment}`) ?? 0) + 1;
    jobsOf.set(`${role} ${deployment}`, nth);
    // a killed job makes no further store call
    const lastCall = killsJobs && random() < 0.7 ? Math.floor(random() * 90) : Number.POSITIVE_INFINITY;
    let calls = 0;
    const dying = faultyStore(nth % SPARED === 0 ? truth : objects, () =>
      ++calls > lastCall ? "throw before" : undefined,
    );
    const store = withObjectEvents(dying, {
      matches: (key) => /^runs\/s\/[^/]+\/scenario_state\.json$/.test(key),
      onPut: async (key) => aggregateQueue.send(JSON.stringify({ suite: SUITE, run: key.split("/")[2] })),
      report: () => undefined,
    });
    const ports = {
      ...workerPorts(store, counted, ++pid),
      dispatchQueue,
      ...(deployments && {
        canReach: reachableDeployments({ own: deployment, find: deployments, holds: (key) => secrets.includes(key) }),
      }),
    };
    const job = { submission: "sub", deployment, ...(role === "judge" && ({ role } as const)), ...jobOptions(plans) };
    const ended = await workJob(ports, job).then(
      () => "succeeded" as const,
      () => "failed" as const,
    );
    compute.end(id, ended, ended === "failed" ? "killed by SIGKILL" : undefined);
  };
  const submitting = {
    ...compute,
    async submit(request: Parameters<typeof compute.submit>[0]) {
      const { id } = await compute.submit(request);
      bag.push(() => work(id, request));
      return { id };
    },
  };
  const index = sqliteIndex(":memory:");
  const ports = {
    ...dispatchPorts(objects, submitting, clock, index),
    holderIsGone: () => true,
    ...(deployments && { deployments }),
  };
  const dispatchQueue = queue((body) => dispatch(ports, DispatchMessage.parse(JSON.parse(body))));
  const report = storeFails ? () => undefined : rethrow;
  const sweepPorts = {
    objects,
    index,
    pace: { idleMs: 0, activeMs: 0 },
    clock,
    dispatchQueue,
    aggregateQueue,
    releaseQueue: dispatchQueue,
    ...(deployments && { compute }),
    report,
  };

  await putJson(truth, keys.submission("sub"), submission);
  await createSubmission(index, submission, 0);
  for (; (await truth.head(keys.submissionDone("sub"))) === undefined; time.turn++) {
    if (time.turn > (storeFails ? 5000 : 500)) throw new Error("the submission does not end");
    if (weather.damagesScratch === true && time.turn < 60 && random() < 0.3) await damageScratch(truth, random);
    if (bag.length === 0 || random() < 0.1) await sweep(sweepPorts).catch(report);
    await bag.splice(Math.floor(random() * bag.length), 1)[0]?.();
  }
  for (let late = bag.shift(); late !== undefined; late = bag.shift()) await late();
  return { contents: await contents(truth, plans), counted, jobs: compute.jobs.map(({ name }) => name) };
}

const jobOptions = (plans: readonly RunPlan[]) =>
  ({
    expand: async (_: StoredSubmission, run: { readonly run: string }) => {
      const found = plans.find(({ runSpec }) => runSpec.name === run.run);
      if (found === undefined) throw new Error(run.run);
      return found;
    },
    protocol: "fenced",
    concurrency: 2,
    retryFailed: false,
    signal: new AbortController().signal,
  }) as const;

const CALM = { killsJobs: false, losesMessages: false };
const STORM = { killsJobs: true, losesMessages: true };
const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
/** Jobs are also killed at these faults, which repeats much work. `npm run chaos` has more seeds. */
const FAILING = { killsJobs: false, losesMessages: true, storeFails: true };
const FEW_SEEDS = Array.from({ length: 2 * Number(process.env["MEDHELM_CHAOS"] ?? 1) }, (_, i) => i + 1);

test.for(SEEDS)(
  "if all messages arrive twice and out of order, each deployment's one job sends each request once (seed %i)",
  async (seed) => {
    const { contents: found, counted, jobs } = await deliver(seed, embedded, CALM);
    expect(found).toEqual(embedded.contents);
    expect(jobs).toHaveLength(2);
    expect(counted.answered.toSorted()).toEqual(embedded.undisturbed.answered.toSorted());
  },
);

test.for(SEEDS)(
  "if messages are lost or doubled and jobs are killed, the sweep completes every run (seed %i)",
  async (seed) => {
    const { contents: found, counted } = await deliver(seed, embedded, STORM);
    expect(found).toEqual(embedded.contents);
    expect(new Set(counted.answered)).toEqual(new Set(embedded.undisturbed.answered));
  },
);

test.for(SEEDS)(
  "judges with their own jobs send each request once, even if messages arrive twice and out of order (seed %i)",
  async (seed) => {
    const { contents: found, counted, jobs } = await deliver(seed, cloud, CALM);
    expect(found).toEqual(cloud.contents);
    expect(counted.answered.toSorted()).toEqual(cloud.undisturbed.answered.toSorted());
    const first = [
      "baseline_first-option_14fe8c0c3a4f-candidate",
      "gpu_candidate_be995a0d8a6e-candidate",
      "gpu_judge_7d507ea0cf17-judge",
      "host_judge_2acd62960d8f-judge",
    ];
    expect(jobs).toEqual(expect.arrayContaining(first.map((name) => `sub-${name}-1`)));
    expect(jobs.filter((name) => name.includes("gpu_candidate"))).toEqual([
      "sub-gpu_candidate_be995a0d8a6e-candidate-1",
    ]);
    // the judge has at most one job for each candidate whose runs it judges
    expect(jobs.filter((name) => name.includes("gpu_judge")).length).toBeLessThanOrEqual(2);
  },
);

test.for(SEEDS)(
  "with judges' own jobs, lost messages and killed jobs, the sweep completes every run (seed %i)",
  async (seed) => {
    const { contents: found, counted } = await deliver(seed, cloud, STORM);
    expect(found).toEqual(cloud.contents);
    expect(new Set(counted.answered)).toEqual(new Set(cloud.undisturbed.answered));
  },
);

test.for(FEW_SEEDS)(
  "if the store fails one call in twenty and loses one reply in fifty, every run ends as undisturbed (seed %i)",
  async (seed) => {
    const { contents: found, counted } = await deliver(seed, embedded, FAILING);
    expect(found).toEqual(embedded.contents);
    expect(new Set(counted.answered)).toEqual(new Set(embedded.undisturbed.answered));
  },
);

test.for(FEW_SEEDS)(
  "judges' own jobs also end as undisturbed over a store that fails and loses replies (seed %i)",
  async (seed) => {
    const { contents: found, counted } = await deliver(seed, cloud, FAILING);
    expect(found).toEqual(cloud.contents);
    expect(new Set(counted.answered)).toEqual(new Set(cloud.undisturbed.answered));
  },
);

test.for(FEW_SEEDS)(
  "scratch that is damaged or deleted at any step is made again, and nothing is asked twice (seed %i)",
  async (seed) => {
    for (const one of [embedded, cloud]) {
      const { contents: found, counted } = await deliver(seed, one, { ...CALM, damagesScratch: true });
      expect(found).toEqual(one.contents);
      expect(counted.answered.toSorted()).toEqual(one.undisturbed.answered.toSorted());
    }
  },
);

test.for(FEW_SEEDS)(
  "scratch that is damaged while jobs are killed and messages are lost is made again (seed %i)",
  async (seed) => {
    for (const one of [embedded, cloud]) {
      const { contents: found, counted } = await deliver(seed, one, { ...STORM, damagesScratch: true });
      expect(found).toEqual(one.contents);
      expect(new Set(counted.answered)).toEqual(new Set(one.undisturbed.answered));
    }
  },
);
