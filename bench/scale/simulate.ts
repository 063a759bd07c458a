import { keys } from "@medhelm/core/store/object-keys";
import type { JobRequest } from "@medhelm/core/ports";
import type { GpuClass } from "@medhelm/core/jobs/gpu-class";
import { firstJobRecord, type JobRecord, jobName } from "@medhelm/core/jobs/job";
import { DispatchMessage } from "@medhelm/core/submission";
import { sqliteIndex } from "@medhelm/adapters/index/sqlite-index";
import { dispatch } from "@medhelm/service/dispatch/dispatch";
import { ARRIVAL_S, CPU_MACHINES, INDEX_LATENCY_MS, S3_LATENCY_MS, SWEEP_S } from "./assumptions.ts";
import { type Bill, newBill } from "./bill.ts";
import { countedIndex, sizedIndex } from "./counted-index.ts";
import { countedStore } from "./counted-store.ts";
import { eventQueue } from "./event-queue.ts";
import { measuredCall } from "./measured-call.ts";
import type { RunKind } from "./measure-run.ts";
import { payCall } from "./pay-call.ts";
import type { RunCosts } from "./run-costs.ts";
import { runProgress } from "./run-progress.ts";
import { simulatedClock } from "./simulated-clock.ts";
import { seededRandom } from "@medhelm/testing/seeded-random";
import { type MachineClass, simulatedCompute, type Work } from "./simulated-compute.ts";
import { simulatedQueue } from "./simulated-queue.ts";
import { simulatedSubmissions } from "./simulated-submissions.ts";
import { simulatedSweep, type SweepCounts } from "./simulated-sweep.ts";
import { addUsed, newMean, scaledUsed } from "./used.ts";
import { deploymentOf, type Mix } from "./workload.ts";

export interface SimulationOptions {
  readonly submissions: number;
  readonly mix: Mix;
  readonly seed: number;
  readonly costs: Readonly<Record<RunKind, RunCosts>>;
  readonly gpuClasses: readonly GpuClass[];
  /** A sweep is run when time has grown by this factor since the last one; those between cost as much as a sweep without news. 1: every sweep is run. */
  readonly sweepGrowth: number;
  /** The real dispatcher handles this many submissions; for all others the simulation repeats what it did for these. */
  readonly dispatched: number;
  /**
   * The store, the index, the API and the sweep handle this many submissions, spread evenly over all. The others use machines and models,
   * and cost the mean of these. Default: all.
   */
  readonly stored?: number;
  /** seconds between two submissions; default ARRIVAL_S */
  readonly arrivalS?: number;
  /** as many machines as conf/ allows, times this; default 1 */
  readonly machines?: number;
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
  readonly sweeps: SweepCounts;
  readonly objects: number;
}

const START_MS = Date.UTC(2026, 10, 21);

/** Simulates a service from the first submission to the last seal. Real handlers decide; answers of models have measured costs. */
export async function simulate(options: SimulationOptions): Promise<SimulationResult> {
  const { submissions: count, mix, seed, arrivalS = ARRIVAL_S, machines = 1, stored = count } = options;
  const everyNth = Math.ceil(count / stored);
  const random = seededRandom(seed);
  const clock = simulatedClock(START_MS, seed);
  const store = countedStore(clock, S3_LATENCY_MS, (key) => progress.written(key));
  const plainIndex = sizedIndex(sqliteIndex(":memory:", { clock }));
  const index = countedIndex(plainIndex, clock, INDEX_LATENCY_MS);
  const bill = newBill();
  const events = eventQueue();
  const at = (ms: number, run: () => void | Promise<void>): void => events.add(ms, run);
  let endMs = START_MS;
  const measured = measuredCall({ clock, store, index, settled: () => progress.indexed() });

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

  const pending: DispatchMessage[] = [];
  function startDispatch(message: DispatchMessage, nowMs: number): void {
    bill.sqs.send++;
    pending.push(message);
    if (isDispatchDue) return;
    isDispatchDue = true;
    at(nowMs, dispatchBatches);
  }

  // ---- runs and jobs -------------------------------------------------------------------------------------------
  const progress = runProgress({
    store,
    index: plainIndex,
    bill,
    costs: options.costs,
    at,
    dispatch: startDispatch,
    ended: (nowMs) => void (endMs = Math.max(endMs, nowMs)),
  });
  const classes = new Map(options.gpuClasses.map((gpuClass) => [gpuClass.name, machinesOf(gpuClass, machines)]));
  const cpu: MachineClass = { name: "cpu", machines: CPU_MACHINES * machines };
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
  const dispatchPorts = { objects: store, index, clock, compute, deployments: deploymentOf };
  /** stored submissions that have arrived, and the number of each */
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
      await ((indexOf.get(message.submission) ?? options.dispatched) < options.dispatched
        ? dispatchOne(message, nowMs)
        : dispatchAlike(message, nowMs));
  }
  async function dispatchOne(message: DispatchMessage, nowMs: number): Promise<void> {
    const { used } = await measured(nowMs, () => dispatch(dispatchPorts, message));
    payCall(bill, "dispatch", used);
    const mean = seen[message.role];
    mean.messages++;
    addUsed(mean, used);
  }
  /** Starts the job of a message without the dispatcher, at the mean price of its real decisions. */
  async function dispatchAlike(message: DispatchMessage, nowMs: number): Promise<void> {
    const { messages, ...all } = seen[message.role];
    payCall(bill, "dispatch", scaledUsed(all, 1 / Math.max(1, messages)));
    const runs = progress.ready(message);
    if (runs === 0 || progress.hasJob(message)) return;
    const key = keys.job(message.submission, message.deployment, message.role);
    const attempt = (attempts.get(key) ?? 0) + 1;
    attempts.set(key, attempt);
    const record: JobRecord = { ...firstJobRecord(message), attempt };
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
    if (indexOf.has(message.submission)) store.place(key, JSON.stringify({ ...record, id }));
  }
  const attempts = new Map<string, number>();

  // ---- the API -------------------------------------------------------------------------------------------------
  const submitOne = simulatedSubmissions({
    store,
    index,
    clock,
    bill,
    dispatchQueue,
    ignored,
    measured,
    count,
    everyNth,
    mix,
    random,
    arrived: (id, i) => void indexOf.set(id, i),
    addRuns: (submission, isStored) => progress.add(submission, isStored),
    startDispatch,
  });

  // ---- the sweep -----------------------------------------------------------------------------------------------
  const sweeps = simulatedSweep({
    store,
    index,
    plainIndex,
    clock,
    compute,
    bill,
    measured,
    ignored,
    openSubmissions: () => progress.openSubmissions(),
    dispatchAll,
  });
  const sweepLoop = (dueMs: number, skipped: number): void =>
    at(dueMs, async () => {
      await sweeps.sweepOnce(dueMs, skipped);
      for (const message of progress.idle()) startDispatch(message, dueMs);
      if (progress.open === 0 && dueMs > START_MS + count * arrivalS * 1000) return;
      const elapsed = (dueMs - START_MS) / 1000 / SWEEP_S;
      const ahead = Math.max(1, Math.floor(elapsed * (options.sweepGrowth - 1)));
      sweepLoop(dueMs + ahead * SWEEP_S * 1000, ahead - 1);
    });

  for (let i = 0; i < count; i++) {
    const arrivesMs = START_MS + i * arrivalS * 1000;
    at(arrivesMs, () => submitOne(i, arrivesMs));
  }
  sweepLoop(START_MS + SWEEP_S * 1000, 0);
  for (let event = events.next(); event !== undefined; event = events.next()) {
    clock.set(event.atMs);
    await event.run();
  }
  payPollers(bill, (endMs - START_MS) / 1000);
  bill.indexBytes = plainIndex.storedBytes * (count / Math.ceil(count / everyNth));
  return {
    submissions: count,
    runs: progress.runs,
    sealed: progress.sealed,
    failed: progress.failed,
    makespanS: (endMs - START_MS) / 1000,
    jobs: compute.jobs,
    reclaims: compute.reclaims,
    bill,
    sweeps: sweeps.counts,
    objects: store.objects,
  };
}

function machinesOf({ name, gpus, maxGpus, price }: GpuClass, times: number): MachineClass {
  return { name, machines: Math.floor(maxGpus / gpus) * times, usdPerHour: price.spotUsdPerHour };
}

function classOf(classes: ReadonlyMap<string, MachineClass>, name: string): MachineClass {
  const found = classes.get(name);
  if (found === undefined) throw new Error(`conf/gpu_classes.yaml has no ${name}`);
  return found;
}

/** Lambda polls each queue all day: five concurrent long polls of 20 s. */
function payPollers(bill: Bill, seconds: number): void {
  const QUEUES = 6; // dispatch, aggregate, release, and the dead letters of each
  bill.sqs.empty += Math.round(QUEUES * 5 * (seconds / 20));
}
