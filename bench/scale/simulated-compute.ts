import type { Clock, Compute, Job, JobRequest } from "@medhelm/core/ports";
import {
  BATCH_CALL_MS,
  CPU_JOB_GB,
  RECLAIMS_PER_HOUR,
  SCALE_DOWN_S,
  STARTUP_S,
  WEIGHTS_GB_PER_S,
} from "./assumptions.ts";
import type { Bill } from "./bill.ts";
import type { Model } from "./workload.ts";

/** One queue of Batch with its machines. */
export interface MachineClass {
  readonly name: string;
  /** maximum number of concurrent machines */
  readonly machines: number;
  /** of one machine on Spot; absent: Fargate */
  readonly usdPerHour?: number;
}

/** One piece of work that a machine does without a break: a run, or the rest of it. */
export interface Piece {
  readonly seconds: number;
  /** the seconds of these in which a model was asked */
  readonly askingS: number;
  /** it is done, or, for `share` < 1, the machine was reclaimed before the end */
  end(share: number, nowMs: number): void;
}
export interface Work {
  readonly model: Model | undefined;
  /** whose share of the machines the job uses */
  readonly owner: string;
  /** The factor with which machine time counts in the share. Absent: 1. */
  readonly weight?: number;
  /** undefined: no work is left, or other machines do the rest */
  next(nowMs: number): Piece | undefined;
  /** all machines of the job have ended */
  over(nowMs: number): void;
}

interface Machine {
  readonly job: SimulatedJob;
  attempts: number;
}
interface SimulatedJob {
  readonly id: string;
  readonly name: string;
  readonly machineClass: MachineClass;
  readonly work: Work;
  state: Job["state"];
  reason: string | undefined;
  /** array children that have not ended */
  alive: number;
}

/** The maximum number of ids in a DescribeJobs request. */
const JOBS_A_CALL = 100;
/** the attempts in infra/job-retries.ts: Batch itself starts a job this often */
const MAX_ATTEMPTS = 10;

export interface SimulatedCompute extends Compute {
  readonly jobs: number;
  readonly reclaims: number;
  /** machine-seconds that jobs waited for a machine */
  readonly waitedS: number;
}

/**
 * Batch with its queues. A class has a maximum number of machines, and the share with the least use goes first. Machines need time to
 * start and are reclaimed; Batch then starts the job again.
 */
export function simulatedCompute(options: {
  readonly clock: Clock;
  readonly bill: Bill;
  readonly random: () => number;
  at(ms: number, run: () => void): void;
  place(request: JobRequest): { readonly machineClass: MachineClass; readonly work: Work };
}): SimulatedCompute {
  const { clock, bill, random, at } = options;
  const jobs = new Map<string, SimulatedJob>();
  const byName = new Map<string, SimulatedJob>();
  const queues = new Map<string, ReturnType<typeof fairQueue>>();
  let reclaims = 0;
  let waitedS = 0;

  const queueOf = (machineClass: MachineClass) => {
    const queue = queues.get(machineClass.name) ?? fairQueue();
    queues.set(machineClass.name, queue);
    return queue;
  };
  const startWaiting = (machineClass: MachineClass, nowMs: number, isWarm: boolean): void => {
    const queue = queueOf(machineClass);
    while (queue.running < machineClass.machines) {
      const next = queue.take();
      if (next === undefined) return;
      waitedS += (nowMs - next.sinceMs) / 1000;
      start(next.machine, nowMs, isWarm);
    }
  };
  const pay = ({ job }: Machine, seconds: number, askingS: number): void => {
    const { name, usdPerHour } = job.machineClass;
    queueOf(job.machineClass).used(job.work.owner, seconds * (job.work.weight ?? 1));
    if (usdPerHour === undefined) {
      bill.fargate.vcpuSeconds += seconds;
      bill.fargate.gbSeconds += CPU_JOB_GB * seconds;
      return;
    }
    const gpu = (bill.gpu[name] ??= { paidS: 0, askingS: 0, usd: 0 });
    gpu.paidS += seconds;
    gpu.askingS += askingS;
    gpu.usd += (seconds / 3600) * usdPerHour;
  };
  /** The machine continues with the next waiting job, or ends after a while. */
  const leave = (machine: Machine, nowMs: number): void => {
    const { machineClass } = machine.job;
    const queue = queueOf(machineClass);
    queue.running--;
    if (queue.isEmpty() && machineClass.usdPerHour !== undefined) pay(machine, SCALE_DOWN_S, 0);
    startWaiting(machineClass, nowMs, true);
  };
  const start = (machine: Machine, nowMs: number, isWarm: boolean): void => {
    const { job } = machine;
    job.state = "running";
    queueOf(job.machineClass).running++;
    const startupS = startupOf(job, isWarm);
    const reclaimS = -Math.log(1 - random()) * (3600 / (RECLAIMS_PER_HOUR[job.machineClass.name] ?? 0.02));
    pay(machine, startupS, 0);
    at(nowMs + startupS * 1000, () => continueWork(machine, nowMs + startupS * 1000, nowMs + reclaimS * 1000));
  };
  const continueWork = (machine: Machine, nowMs: number, reclaimMs: number): void => {
    const piece = machine.job.work.next(nowMs);
    if (piece === undefined) return end(machine, nowMs);
    const endMs = nowMs + piece.seconds * 1000;
    if (endMs <= reclaimMs) {
      pay(machine, piece.seconds, piece.askingS);
      at(endMs, () => {
        piece.end(1, endMs);
        continueWork(machine, endMs, reclaimMs);
      });
      return;
    }
    const untilMs = Math.max(nowMs, reclaimMs);
    const share = (untilMs - nowMs) / (piece.seconds * 1000);
    pay(machine, (untilMs - nowMs) / 1000, piece.askingS * share);
    at(untilMs, () => {
      reclaims++;
      piece.end(share, untilMs);
      queueOf(machine.job.machineClass).running--;
      if (++machine.attempts < MAX_ATTEMPTS)
        queueOf(machine.job.machineClass).add(machine.job.work.owner, machine, untilMs);
      else fail(machine, untilMs);
      startWaiting(machine.job.machineClass, untilMs, false);
    });
  };
  const end = (machine: Machine, nowMs: number): void => {
    const { job } = machine;
    if (--job.alive === 0) {
      job.work.over(nowMs);
      if (job.state === "running") job.state = "succeeded";
    }
    leave(machine, nowMs);
  };
  const call = (): Promise<void> => clock.sleep(BATCH_CALL_MS);
  const reported = (job: SimulatedJob | undefined): Job | undefined =>
    job && {
      id: job.id,
      name: job.name,
      state: job.state,
      ...(job.reason === undefined ? {} : { reason: job.reason }),
    };

  return {
    get jobs() {
      return jobs.size;
    },
    get reclaims() {
      return reclaims;
    },
    get waitedS() {
      return waitedS;
    },
    async submit(request) {
      await call();
      const { machineClass, work } = options.place(request);
      const alive = request.arraySize ?? 1;
      const { name } = request;
      const id = `job-${jobs.size + 1}`;
      const job: SimulatedJob = { id, name, machineClass, work, state: "waiting", reason: undefined, alive };
      jobs.set(id, job);
      byName.set(name, job);
      const nowMs = clock.nowMs();
      for (let child = 0; child < alive; child++) queueOf(machineClass).add(work.owner, { job, attempts: 0 }, nowMs);
      at(nowMs, () => startWaiting(machineClass, nowMs, false));
      return { id };
    },
    async describe(id) {
      await call();
      return reported(jobs.get(id));
    },
    async describeAll(ids) {
      for (let asked = 0; asked < ids.length; asked += JOBS_A_CALL) await call();
      const found = ids.flatMap((id) => reported(jobs.get(id)) ?? []);
      return new Map(found.map((job) => [job.id, job]));
    },
    async findByName(name) {
      await call();
      const found = reported(byName.get(name));
      return found === undefined ? [] : [found];
    },
    cancel: call,
  };
}

function fail({ job }: Machine, nowMs: number): void {
  if (--job.alive === 0) job.work.over(nowMs);
  job.state = "failed";
  job.reason = "Host EC2 (instance i-0) terminated.";
}

function startupOf({ machineClass, work }: SimulatedJob, isWarm: boolean): number {
  if (machineClass.usdPerHour === undefined) return STARTUP_S.fargate;
  const load = (work.model?.weightsGb ?? 0) / WEIGHTS_GB_PER_S + STARTUP_S.vllmLoad;
  return load + (isWarm ? 0 : STARTUP_S.gpuInstance + STARTUP_S.gpuImagePull);
}

/** The share with the least use goes first; the jobs of one share keep their order. */
function fairQueue() {
  const waiting = new Map<string, { readonly machine: Machine; readonly sinceMs: number }[]>();
  const heads = new Map<string, number>();
  const usedS = new Map<string, number>();
  return {
    running: 0,
    isEmpty: () => waiting.size === 0,
    used(owner: string, seconds: number) {
      usedS.set(owner, (usedS.get(owner) ?? 0) + seconds);
    },
    add(owner: string, machine: Machine, sinceMs: number) {
      const line = waiting.get(owner) ?? [];
      line.push({ machine, sinceMs });
      waiting.set(owner, line);
    },
    take() {
      let least: string | undefined;
      for (const owner of waiting.keys())
        if (least === undefined || (usedS.get(owner) ?? 0) < (usedS.get(least) ?? 0)) least = owner;
      if (least === undefined) return undefined;
      const line = waiting.get(least) ?? [];
      const head = heads.get(least) ?? 0;
      const taken = line[head];
      if (head + 1 >= line.length) {
        waiting.delete(least);
        heads.delete(least);
      } else heads.set(least, head + 1);
      return taken;
    },
  };
}
