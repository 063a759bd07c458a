import type { GpuClass } from "@medhelm/core/jobs/gpu-class";
import { measureSite } from "../site/measure-site.ts";
import { type MeasuredRelease, measureRelease } from "../release/measure-release.ts";
import {
  CPU_JOB_GB,
  CPU_JOB_S,
  CPU_MACHINES,
  GATEWAY_PER_S,
  LIMIT_S,
  SILENCE_S,
  SITE_JOB,
  STARTUP_S,
} from "./assumptions.ts";
import { fargateUsd, s3Usd, sqsTotal, STEPS } from "./bill.ts";
import { indexUsd, totalOfIndex } from "./counted-index.ts";
import { type S3Requests, totalOf } from "./counted-store.ts";
import type { CallCost } from "./measure-days.ts";
import { measureWaiting } from "./measure-waiting.ts";
import type { RunKind } from "./measure-run.ts";
import { MILLION_INSTANCES, RELEASE_8000 } from "./recorded.ts";
import { allIndex, allS3, serviceUsd, workUsd } from "./report.ts";
import type { RunCosts } from "./run-costs.ts";
import type { Scenario, Use } from "./scenario.ts";
import { simulate, type SimulationResult } from "./simulate.ts";
import type { MixName } from "./mix-names.ts";
import { MIXES } from "./workload.ts";

export interface World {
  readonly costs: Readonly<Record<RunKind, RunCosts>>;
  readonly gpuClasses: readonly GpuClass[];
}

const DAYS = 365;
/** The machines of conf/ need 66 hours for a day of MIXES.day. */
const DAY_MACHINES = 4;

/** Submissions of each size and a day of them, each from the first request to the last seal. */
export async function submissionScenarios(world: World): Promise<[Scenario, Scenario, Scenario]> {
  const of = (mix: MixName, submissions: number, more = {}): Promise<SimulationResult> => {
    const all = { sweepGrowth: 1, dispatched: submissions };
    return simulate({ submissions, mix: MIXES[mix], seed: 1, ...world, ...all, ...more });
  };
  const day = await of("day", 1000, { arrivalS: 86.4, machines: DAY_MACHINES });
  const runs = day.runs.toLocaleString("en-GB");
  return [
    submitted("a submission of 37 runs", await of("one", 1), ""),
    submitted("a submission of 1,480 runs", await of("full", 1), ""),
    submitted(`a day: 1,000 submissions, ${runs} runs, with ${DAY_MACHINES} times the machines of conf/`, day, ""),
  ];
}

function submitted(name: string, { bill, makespanS }: SimulationResult, before: string): Scenario {
  const functions = STEPS.filter((step) => step !== "worker");
  const [first, ...rest] = functions.map(
    (step): Use => ({
      of: step,
      value: bill.longestS[step],
      limit: LIMIT_S[step],
      unit: "s",
    }),
  );
  if (first === undefined) throw new Error("there are no functions");
  return {
    name,
    hours: makespanS / 3600,
    workUsd: workUsd(bill),
    serviceUsd: serviceUsd(bill),
    s3Requests: totalOf(allS3(bill)),
    indexRequests: totalOfIndex(allIndex(bill)),
    queueRequests: sqsTotal(bill.sqs),
    uses: [first, ...rest],
    before,
  };
}

/** A year of such days. `calls`: of the sweep and the API after that year. */
export const yearScenario = (day: Scenario, calls: readonly Scenario[]): Scenario => ({
  name: "a year of such days",
  hours: DAYS * 24,
  workUsd: (day.workUsd ?? 0) * DAYS,
  serviceUsd: day.serviceUsd * DAYS,
  s3Requests: day.s3Requests * DAYS,
  indexRequests: day.indexRequests * DAYS,
  queueRequests: day.queueRequests * DAYS,
  uses: [...day.uses, ...calls.flatMap(({ uses }) => uses)],
  before: "the sweep stopped on day 5",
});

/** Calls of the sweep and the API after a year. */
export const callScenarios = (calls: readonly CallCost[]): Scenario[] =>
  calls.map(({ name, before, part, seconds, s3Requests, indexRequests, sent, usd }) => ({
    name,
    hours: seconds / 3600,
    serviceUsd: usd,
    s3Requests,
    indexRequests,
    queueRequests: sent,
    uses: [{ of: part, value: seconds, limit: LIMIT_S[part], unit: "s" }],
    before,
  }));

/** 1,000 clients that wait for an hour, of which a minute is simulated. The runs of a few change, as many as there are machines. */
export async function waitingScenario({ gpuClasses }: World): Promise<Scenario> {
  const machines = gpuClasses.reduce((sum, { gpus, maxGpus }) => sum + Math.floor(maxGpus / gpus), CPU_MACHINES);
  const minute = await measureWaiting(1000, machines);
  return {
    name: `1,000 waiting clients for an hour, ${machines} of them with a run that changes`,
    hours: 1,
    serviceUsd: minute.usd * 60,
    s3Requests: minute.s3Requests * 60,
    indexRequests: minute.indexRequests * 60,
    queueRequests: 0,
    uses: [
      { of: "gateway", value: minute.mostPerSecond, limit: GATEWAY_PER_S, unit: "requests/s" },
      { of: "api", value: minute.slowestS, limit: LIMIT_S.api, unit: "s" },
    ],
    before: "a function each, all the time",
  };
}

/** Releases against the limits, which are stricter than those of the job: 1,500 runs in a minute, 8,000 in five, 1 GB. */
export function releaseScenarios(isMeasured8000: boolean): Scenario[] {
  const large = isMeasured8000 ? measureRelease(8000) : RELEASE_8000;
  return [
    released("a release of 1,480 runs", measureRelease(1480), 60, "365 s of 300 s (1,500 runs)"),
    released("a release of 8,000 runs", large, 300, "1,939 s of 300 s, 1,300 MB"),
  ];
}

/** The site job against its limits. The seconds are those of this machine. */
export function siteScenario(runs: number): Scenario {
  const { requests, disk, seconds, maxRssBytes } = measureSite(runs);
  const paidS = STARTUP_S.fargate + seconds;
  return {
    name: `the site of a release of ${runs.toLocaleString("en-GB")} runs`,
    ...ofJob(paidS, requests),
    workUsd: fargateUsd({ vcpuSeconds: paidS * SITE_JOB.vcpus, gbSeconds: paidS * SITE_JOB.gb }),
    indexRequests: SITE_INDEX_REQUESTS,
    uses: [
      { of: "site job", value: seconds, limit: SITE_JOB.limitS, unit: "s" },
      { of: "site job's memory", value: maxRssBytes / 1e6, limit: SITE_JOB.gb * 1024, unit: "MB" },
      { of: "site job's disk", value: disk.bytes / 1e6, limit: SITE_JOB.diskGb * 1000, unit: "MB" },
    ],
    before: "62 GB of disk (8,000 runs)",
  };
}
/** refreshRelease at the end: one read and one transaction. */
const SITE_INDEX_REQUESTS = 2;

function released(
  name: string,
  { requests, seconds, maxRssBytes }: Pick<MeasuredRelease, "requests" | "seconds" | "maxRssBytes">,
  limitS: number,
  before: string,
): Scenario {
  return {
    name,
    ...ofJob(STARTUP_S.fargate + seconds, requests),
    indexRequests: 0,
    uses: [
      { of: "release job", value: seconds, limit: limitS, unit: "s" },
      { of: "release job's memory", value: maxRssBytes / 1e6, limit: CPU_JOB_GB * 1024, unit: "MB" },
    ],
    before,
  };
}

/** One run of 1,000,000 instances with a built-in model: the time of models is not part of it. */
export function largeRunScenario({ costs }: World): Scenario {
  const { seconds, maxRssMb, longestStallS } = MILLION_INSTANCES;
  const instances = 1_000_000;
  const [job] = costs.closed.jobs;
  if (job === undefined) throw new Error("no job of a closed run was measured");
  const aggregate = costs.closed.aggregate(instances);
  const index = job.index(instances, seconds);
  const all = job.requests(instances, seconds);
  const work = ofJob(STARTUP_S.fargate + seconds, {
    ...all,
    put: all.put + aggregate.requests.put,
    get: all.get + aggregate.requests.get,
  });
  return {
    name: "a run of 1,000,000 instances, without the model's time",
    ...work,
    serviceUsd: work.serviceUsd + indexUsd(index),
    indexRequests: totalOfIndex(index) + totalOfIndex(aggregate.index),
    uses: [
      { of: "worker's memory", value: maxRssMb, limit: CPU_JOB_GB * 1024, unit: "MB" },
      { of: "worker", value: seconds, limit: CPU_JOB_S, unit: "s" },
      { of: "worker's main thread", value: longestStallS, limit: SILENCE_S, unit: "s" },
    ],
    before: "lost its lease; 2,813 MB",
  };
}

function ofJob(seconds: number, requests: S3Requests) {
  return {
    hours: seconds / 3600,
    workUsd: fargateUsd({ vcpuSeconds: seconds, gbSeconds: seconds * CPU_JOB_GB }),
    serviceUsd: s3Usd(requests),
    s3Requests: totalOf(requests),
    queueRequests: 0,
  };
}
