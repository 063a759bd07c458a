import type { GpuClass } from "@medhelm/core/jobs/gpu-class";
import type { JobRequest } from "@medhelm/core/ports";
import { seededRandom } from "@medhelm/testing/seeded-random";
import { CPU_JOB_GB } from "../assumptions.ts";
import { fargateUsd, newBill } from "../bill.ts";
import { eventQueue } from "../event-queue.ts";
import { hostedSeconds } from "../run-progress.ts";
import { simulatedClock } from "../simulated-clock.ts";
import { type MachineClass, simulatedCompute, type Work } from "../simulated-compute.ts";
import { JUDGES, type Model } from "../workload.ts";
import { type Arrival, type ArrivedRun, HOG } from "./arrivals.ts";
import type { Stage, Way, WayPorts } from "./way.ts";

export interface Measured {
  readonly gpuHours: number;
  readonly usd: number;
  readonly cpuJobs: number;
  readonly cpuUsd: number;
  /** The share of the GPU hours in which a model was asked. */
  readonly asking: number;
  readonly loads: number;
  readonly reclaims: number;
  /** by submission, in hours: until a model has its first request, and until it has its last answer */
  readonly firstHours: readonly number[];
  readonly lastHours: readonly number[];
}

type MakeWay = (ports: WayPorts) => Way & { readonly workOf: (job: string) => Work };

const judgeOnGpus = JUDGES.find(({ gpuClass }) => gpuClass !== undefined);

/** Simulates the machines for these submissions, from the first arrival to the last answer. */
export async function measureWay(options: {
  readonly make: MakeWay;
  readonly arrivals: readonly Arrival[];
  readonly gpuClasses: readonly GpuClass[];
  readonly seed: number;
}): Promise<Measured> {
  const { arrivals, seed } = options;
  const clock = simulatedClock(0, seed);
  const bill = newBill();
  const events = eventQueue();
  const at: WayPorts["at"] = (ms, run) => events.add(ms, run);
  const classes = new Map(options.gpuClasses.map((one) => [one.name, machinesOf(one)]));
  const firstMs = new Map<number, number>();
  const lastMs = new Map<number, number>();
  const note = ({ submission }: Stage, nowMs: number): void => {
    firstMs.set(submission, Math.min(firstMs.get(submission) ?? nowMs, nowMs));
  };
  const ends = new Map<Stage, (nowMs: number) => void>();
  let machines = 0;
  const compute = simulatedCompute({
    clock,
    bill,
    random: seededRandom(seed),
    at,
    place({ environment, arraySize = 1 }: JobRequest) {
      machines += arraySize;
      const work = way.workOf(environment["JOB"] ?? "");
      const machineClass = classes.get(work.model?.gpuClass ?? "");
      if (machineClass === undefined) throw new Error(`no class of ${work.model?.name}`);
      return { machineClass, work };
    },
  });
  const way = options.make({
    at,
    submit: (request, nowMs) =>
      at(nowMs, async () => {
        clock.set(nowMs);
        await clock.runToEnd(compute.submit(request));
      }),
    started: note,
    ended(stage, nowMs) {
      ends.get(stage)?.(nowMs);
      ends.delete(stage);
    },
  });

  /** A hosted model has no machine: its time passes, and it is the same in both ways. */
  const begin = (stage: Stage, nowMs: number, then: (endMs: number) => void): void => {
    if (stage.model.gpuClass === undefined) {
      note(stage, nowMs);
      const endMs = nowMs + hostedSeconds(stage.load, stage.isJudge) * 1000;
      at(endMs, () => then(endMs));
      return;
    }
    ends.set(stage, then);
    way.ready(stage, nowMs);
  };
  const startRun = (
    { submission, owner, runs }: Arrival,
    { benchmark, access, candidate, load }: ArrivedRun,
    nowMs: number,
  ): void => {
    const siblings = runs.filter((run) => run.load.isJudged && run.candidate === candidate).length;
    const stage = (model: Model, isJudge: boolean): Stage => ({
      submission,
      owner,
      model,
      load,
      isJudge,
      siblings,
      candidate,
      benchmark,
      access,
    });
    const over = (endMs: number): void => void lastMs.set(submission, Math.max(lastMs.get(submission) ?? endMs, endMs));
    begin(stage(candidate, false), nowMs, (answeredMs) => {
      if (!load.isJudged || judgeOnGpus === undefined) return over(answeredMs);
      begin(stage(judgeOnGpus, true), answeredMs, over);
    });
  };
  for (const arrival of arrivals)
    at(arrival.atMs, () => {
      for (const run of arrival.runs) startRun(arrival, run, arrival.atMs);
    });
  for (let event = events.next(); event !== undefined; event = events.next()) {
    clock.set(event.atMs);
    await event.run();
  }
  const gpus = Object.values(bill.gpu);
  const paidS = gpus.reduce((sum, gpu) => sum + gpu.paidS, 0);
  const hours = (of: ReadonlyMap<number, number>): number[] =>
    arrivals.flatMap(({ submission, owner, atMs }) => {
      if (owner === HOG) return [];
      const ms = of.get(submission);
      if (ms === undefined) throw new Error(`submission ${submission} got no answer`);
      return [(ms - atMs) / 3_600_000];
    });
  const { jobs: cpuJobs, seconds: vcpuSeconds } = way.cpu ?? { jobs: 0, seconds: 0 };
  return {
    cpuJobs,
    cpuUsd: fargateUsd({ vcpuSeconds, gbSeconds: vcpuSeconds * CPU_JOB_GB }),
    gpuHours: paidS / 3600,
    usd: gpus.reduce((sum, { usd }) => sum + usd, 0),
    asking: gpus.reduce((sum, { askingS }) => sum + askingS, 0) / Math.max(1, paidS),
    loads: machines + compute.reclaims,
    reclaims: compute.reclaims,
    firstHours: hours(firstMs),
    lastHours: hours(lastMs),
  };
}

function machinesOf({ name, gpus, maxGpus, price }: GpuClass): MachineClass {
  return { name, machines: Math.floor(maxGpus / gpus), usdPerHour: price.spotUsdPerHour };
}
