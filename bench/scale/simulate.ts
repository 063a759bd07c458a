import { keys } from "@medhelm/core/store/object-keys";
import { getJson } from "@medhelm/core/store/objects";
import type { JobRequest } from "@medhelm/core/ports";
import type { GpuClass } from "@medhelm/core/jobs/gpu-class";
import { type JobRecord, jobName } from "@medhelm/core/jobs/job";
import { DispatchMessage, StoredSubmission } from "@medhelm/core/submission";
import { sqliteIndex } from "@medhelm/adapters/index/sqlite-index";
import { createApi } from "@medhelm/service/api/create-api";
import { dispatch } from "@medhelm/service/dispatch/dispatch";
import { planSubmission } from "@medhelm/service/submissions/plan-submission";
import { sweep } from "@medhelm/service/sweep/sweep";
import { findBenchmark } from "@medhelm/benchmarks/registry";
import { ARRIVAL_S, CPU_MACHINES, LAMBDA_GB, MAX_OWNERS, S3_LATENCY_MS, SWEEP_S } from "./assumptions.ts";
import { addRequests, type Bill, newBill, type StepName } from "./bill.ts";
import { type CountedStore, countedStore, minus, noRequests, type S3Requests } from "./counted-store.ts";
import { eventQueue } from "./event-queue.ts";
import type { RunKind } from "./measure-run.ts";
import type { RunCosts } from "./run-costs.ts";
import { runProgress } from "./run-progress.ts";
import { simulatedClock } from "./simulated-clock.ts";
import { seededRandom } from "@medhelm/testing/seeded-random";
import { type MachineClass, simulatedCompute, type Work } from "./simulated-compute.ts";
import { simulatedQueue } from "./simulated-queue.ts";
import { deploymentOf, ENTRIES, JUDGES, type Mix, MODELS, registry } from "./workload.ts";

export interface SimulationOptions {
  readonly submissions: number;
  readonly mix: Mix;
  readonly seed: number;
  readonly costs: Readonly<Record<RunKind, RunCosts>>;
  readonly gpuClasses: readonly GpuClass[];
  /** A sweep is run when time has grown by this factor since the last one; those between cost the mean of both. 1: every sweep is run. */
  readonly sweepGrowth: number;
  /** The real dispatcher handles this many submissions; for all others the simulation repeats what it did for these. */
  readonly dispatched: number;
}

export interface SimulationResult {
  readonly submissions: number;
  readonly runs: number;
  readonly sealed: number;
  readonly failed: number;
  readonly makespanS: number;
  readonly jobs: number;
  readonly reclaims: number;
  readonly bill: Bill;
  readonly sweeps: {
    readonly count: number;
    readonly run: number;
    readonly longestS: number;
    readonly mostRequests: number;
  };
  readonly objects: number;
}

const START_MS = Date.UTC(2026, 10, 21);

/** Simulates a service from the first submission to the last seal. Real handlers decide; answers of models have measured costs. */
export async function simulate(options: SimulationOptions): Promise<SimulationResult> {
  const { submissions: count, mix, seed } = options;
  const random = seededRandom(seed);
  const clock = simulatedClock(START_MS, seed);
  const store = countedStore(clock, S3_LATENCY_MS, (key) => progress.written(key));
  const bill = newBill();
  const events = eventQueue();
  const at = (ms: number, run: () => void | Promise<void>): void => events.add(ms, run);
  let endMs = START_MS;

  /** Runs a handler like Lambda: its simulated seconds cost money. */
  const invoke = async <T>(step: StepName, nowMs: number, work: () => Promise<T>): Promise<T> => {
    clock.set(nowMs);
    const before = { ...store.requests };
    const value = await clock.runToEnd(work());
    addRequests(bill.s3[step], minus(store.requests, before));
    payLambda(bill, step, (clock.nowMs() - nowMs) / 1000);
    return value;
  };

  // ---- queues --------------------------------------------------------------------------------------------------
  let isDispatchDue = false;
  const dispatchQueue = simulatedQueue({
    clock,
    requests: bill.sqs,
    batch: 10,
    wake() {
      if (isDispatchDue) return;
      isDispatchDue = true;
      at(clock.nowMs(), dispatchBatches);
    },
  });
  const ignored = simulatedQueue({ clock, requests: bill.sqs, batch: 1, wake: () => undefined });

  // ---- runs and jobs -------------------------------------------------------------------------------------------
  const progress = runProgress({
    store,
    bill,
    costs: options.costs,
    at,
    dispatch: (message, nowMs) => {
      bill.sqs.send++;
      pending.push(message);
      if (isDispatchDue) return;
      isDispatchDue = true;
      at(nowMs, dispatchBatches);
    },
    ended: (nowMs) => void (endMs = Math.max(endMs, nowMs)),
  });
  const classes = new Map(options.gpuClasses.map((gpuClass) => [gpuClass.name, machinesOf(gpuClass)]));
  const cpu: MachineClass = { name: "cpu", machines: CPU_MACHINES };
  const compute = simulatedCompute({
    clock,
    bill,
    random,
    at,
    place({ environment }: JobRequest) {
      const message = DispatchMessage.parse({
        submission: environment["MEDHELM_SUBMISSION"],
        deployment: environment["MEDHELM_DEPLOYMENT"],
        role: environment["MEDHELM_ROLE"],
      });
      const work: Work = progress.workOf(message);
      const { gpuClass } = work.model ?? {};
      return { machineClass: gpuClass === undefined ? cpu : classOf(classes, gpuClass), work };
    },
  });
  const index = sqliteIndex(":memory:", { clock });
  const dispatchPorts = { objects: store, index, clock, compute, deployments: deploymentOf };
  const pending: DispatchMessage[] = [];
  /** submissions that have arrived, and the index of each */
  const indexOf = new Map<string, number>();
  /** the requests of the real dispatcher per message so far, by its role; used where the dispatcher is not run */
  const seen = { candidate: newMean(), judge: newMean() };

  async function dispatchBatches(): Promise<void> {
    isDispatchDue = false;
    const nowMs = clock.nowMs();
    for (let taken = dispatchQueue.take(); taken.length > 0; taken = dispatchQueue.take())
      await dispatchAll(
        taken.map((body) => DispatchMessage.parse(JSON.parse(body))),
        nowMs,
      );
    while (pending.length > 0) {
      bill.sqs.receive++;
      bill.sqs.delete++;
      await dispatchAll(pending.splice(0, 10), nowMs);
    }
  }
  async function dispatchAll(messages: readonly DispatchMessage[], nowMs: number): Promise<void> {
    for (const message of messages)
      await ((indexOf.get(message.submission) ?? 0) < options.dispatched
        ? dispatchOne(message, nowMs)
        : dispatchAlike(message, nowMs));
  }
  async function dispatchOne(message: DispatchMessage, nowMs: number): Promise<void> {
    const before = { ...store.requests };
    await invoke("dispatch", nowMs, () => dispatch(dispatchPorts, message));
    const mean = seen[message.role];
    mean.messages++;
    addRequests(mean.requests, minus(store.requests, before));
    mean.seconds += (clock.nowMs() - nowMs) / 1000;
  }
  /** Starts the job of a message without the dispatcher, at the mean price of its real decisions. */
  async function dispatchAlike(message: DispatchMessage, nowMs: number): Promise<void> {
    const { messages, requests, seconds } = seen[message.role];
    addRequests(bill.s3.dispatch, requests, 1 / Math.max(1, messages));
    payLambda(bill, "dispatch", seconds / Math.max(1, messages));
    const runs = progress.ready(message);
    if (runs === 0 || progress.hasJob(message)) return;
    const key = keys.job(message.submission, message.deployment, message.role);
    const attempt = (attempts.get(key) ?? 0) + 1;
    attempts.set(key, attempt);
    const record: JobRecord = { formatVersion: 1, ...message, attempt, faults: 0 };
    const arraySize = Math.min(runs, deploymentOf(message.deployment)?.served?.replicas ?? 1);
    clock.set(nowMs);
    const { id } = await clock.runToEnd(
      compute.submit({
        name: jobName(record),
        definition: "worker",
        environment: {
          MEDHELM_SUBMISSION: message.submission,
          MEDHELM_DEPLOYMENT: message.deployment,
          MEDHELM_ROLE: message.role,
        },
        ...(arraySize < 2 ? {} : { arraySize }),
      }),
    );
    store.place(key, JSON.stringify({ ...record, id }));
  }
  const attempts = new Map<string, number>();

  // ---- the API -------------------------------------------------------------------------------------------------
  const planned = new Map<string, ReturnType<typeof planSubmission>>();
  const owners = Math.min(MAX_OWNERS, count);
  let owner = "";
  const api = createApi({
    objects: store,
    index,
    dispatchQueue,
    releaseQueue: ignored,
    clock,
    authenticate: async () => ({
      owner,
      scopes: new Set(["submit"] as const),
      organisations: "all" as const,
      keyId: owner,
    }),
    expand(request, files) {
      const key = request.modelsToRun?.join(" ") ?? "";
      const plans = planned.get(key) ?? planSubmission({ findBenchmark, models: registry }, request, files);
      planned.set(key, plans);
      return plans;
    },
    catalog: { benchmarks: () => [], sizes: () => new Map(), models: () => [] },
    report: (error) => {
      throw error;
    },
  });
  const models = Array.from({ length: count }, (_, i) => mix.models(i, random));
  const submitOne = async (i: number, nowMs: number): Promise<void> => {
    owner = `owner-${i % owners}`;
    const body = {
      suite: `suite-${i}`,
      entries: ENTRIES.map((description) => ({ description })),
      modelsToRun: chosenModels(models[i] ?? 0, i),
      judges: JUDGES.map(({ name }) => name),
    };
    const response = await invoke("api", nowMs, async () =>
      api.request("/v1/submissions", {
        method: "POST",
        headers: { authorization: "Bearer x", "content-type": "application/json" },
        body: JSON.stringify(body),
      }),
    );
    if (response.status !== 202) throw new Error(`submission ${i}: ${response.status} ${await response.text()}`);
    const id = response.headers.get("location")?.split("/").at(-1) ?? "";
    indexOf.set(id, i);
    const stored = await clock.runToEnd(readStored(store, id));
    progress.add(stored);
  };

  // ---- the sweep -----------------------------------------------------------------------------------------------
  const sweeps = { count: 0, run: 0, longestS: 0, mostRequests: 0 };
  /** Not billed yet. */
  const measuredSweep = async (nowMs: number) => {
    const sent: DispatchMessage[] = [];
    const collect = {
      ...ignored,
      send: async (body: string) => void sent.push(DispatchMessage.parse(JSON.parse(body))),
    };
    const before = { ...store.requests };
    clock.set(nowMs);
    await clock.runToEnd(
      sweep({
        objects: store,
        index,
        dispatchQueue: collect,
        aggregateQueue: ignored,
        releaseQueue: ignored,
        clock,
        compute,
        report: (error) => {
          throw error;
        },
      }),
    );
    return { requests: minus(store.requests, before), seconds: (clock.nowMs() - nowMs) / 1000, sent };
  };
  let last: Awaited<ReturnType<typeof measuredSweep>> | undefined;
  const sweepOnce = async (nowMs: number, skipped: number): Promise<void> => {
    const { requests, seconds, sent } = await measuredSweep(nowMs);
    addRequests(bill.s3.sweep, requests);
    payLambda(bill, "sweep", seconds);
    sweeps.count += 1 + skipped;
    sweeps.run++;
    sweeps.longestS = Math.max(sweeps.longestS, seconds);
    sweeps.mostRequests = Math.max(sweeps.mostRequests, total(requests));
    await redeliver(sent, 0, nowMs);
    if (options.sweepGrowth === 1) return;
    // the sweeps in between were not run: each costs the mean of this sweep and the last one without news, which is read one time
    const quiet = await measuredSweep(nowMs);
    const mean = { s3: noRequests(), seconds: 0, sent: 0 };
    for (const end of [quiet, last ?? quiet]) {
      addRequests(mean.s3, end.requests, 0.5);
      mean.seconds += end.seconds / 2;
      mean.sent += end.sent.length / 2;
    }
    addRequests(bill.s3.sweep, mean.s3, skipped);
    payLambda(bill, "sweep", mean.seconds, skipped);
    last = quiet;
    await redeliver(quiet.sent, mean.sent * skipped, nowMs);
  };
  /** The messages that this sweep sent again, and those of the sweeps that were not run. */
  const redeliver = async (sent: readonly DispatchMessage[], others: number, nowMs: number): Promise<void> => {
    const before = { ...bill.s3.dispatch };
    const lambda = { ...bill.lambda };
    await dispatchAll(sent, nowMs);
    const rest = sent.length === 0 ? 0 : others / sent.length;
    addRequests(bill.s3.dispatch, minus(bill.s3.dispatch, before), rest);
    bill.lambda.invocations += (bill.lambda.invocations - lambda.invocations) * rest;
    bill.lambda.gbSeconds += (bill.lambda.gbSeconds - lambda.gbSeconds) * rest;
    const all = sent.length + others;
    bill.sqs.send += all;
    bill.sqs.receive += all / 10;
    bill.sqs.delete += all / 10;
  };
  const sweepLoop = (dueMs: number, skipped: number): void =>
    at(dueMs, async () => {
      await sweepOnce(dueMs, skipped);
      if (progress.open === 0 && dueMs > START_MS + count * ARRIVAL_S * 1000) return;
      const elapsed = (dueMs - START_MS) / 1000 / SWEEP_S;
      const ahead = Math.max(1, Math.floor(elapsed * (options.sweepGrowth - 1)));
      sweepLoop(dueMs + ahead * SWEEP_S * 1000, ahead - 1);
    });

  for (let i = 0; i < count; i++) {
    const arrivesMs = START_MS + i * ARRIVAL_S * 1000;
    at(arrivesMs, () => submitOne(i, arrivesMs));
  }
  sweepLoop(START_MS + SWEEP_S * 1000, 0);
  for (let event = events.next(); event !== undefined; event = events.next()) {
    clock.set(event.atMs);
    await event.run();
  }
  payPollers(bill, (endMs - START_MS) / 1000);
  return {
    submissions: count,
    runs: progress.runs,
    sealed: progress.sealed,
    failed: progress.failed,
    makespanS: (endMs - START_MS) / 1000,
    jobs: compute.jobs,
    reclaims: compute.reclaims,
    bill,
    sweeps,
    objects: store.objects,
  };
}

const newMean = () => ({ messages: 0, requests: noRequests(), seconds: 0 });

async function readStored(store: CountedStore, id: string): Promise<StoredSubmission> {
  const stored = await getJson(store, keys.submission(id), StoredSubmission);
  if (stored === undefined) throw new Error(`submission ${id} was not stored`);
  return stored;
}

/** Neighbours in the list. Each submission that does not use all models starts at another place. */
function chosenModels(count: number, i: number): string[] {
  const start = count === MODELS.length ? 0 : i * 7;
  return Array.from({ length: count }, (_, k) => MODELS[(start + k) % MODELS.length]?.name ?? "");
}

const total = ({ put, get, head, list, copy, delete: deleted }: S3Requests): number =>
  put + get + head + list + copy + deleted;

function machinesOf({ name, gpus, maxGpus, price }: GpuClass): MachineClass {
  return { name, machines: Math.floor(maxGpus / gpus), usdPerHour: price.spotUsdPerHour };
}

function classOf(classes: ReadonlyMap<string, MachineClass>, name: string): MachineClass {
  const found = classes.get(name);
  if (found === undefined) throw new Error(`conf/gpu_classes.yaml has no ${name}`);
  return found;
}

export function payLambda(bill: Bill, step: StepName, seconds: number, times = 1): void {
  bill.lambda.invocations += times;
  bill.lambda.gbSeconds += seconds * LAMBDA_GB[step] * times;
}

/** Lambda polls each queue all day: five concurrent long polls of 20 s. */
function payPollers(bill: Bill, seconds: number): void {
  const QUEUES = 6; // dispatch, aggregate, release, and the dead letters of each
  bill.sqs.empty += Math.round(QUEUES * 5 * (seconds / 20));
}
