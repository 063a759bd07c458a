import type { IndexLatency } from "./counted-index.ts";
import type { Latency } from "./counted-store.ts";

/**
 * The assumptions of the simulation, each with its reason. None could be measured here, because there is no account and no engine.
 * Change a number and run the simulation again.
 */

/** S3 Standard, from a Lambda or a Batch job in the same region: usual medians for small objects, ms. */
export const S3_LATENCY_MS: Latency = { get: 20, head: 15, put: 35, list: 40, copy: 40, delete: 20 };
/** DynamoDB, from a Lambda in the same region: strongly consistent reads, a page of a query, a conditional write, a transaction, ms. */
export const INDEX_LATENCY_MS: IndexLatency = { get: 5, query: 10, write: 8, transaction: 25 };
/** SQS SendMessage, ms */
export const SQS_SEND_MS = 10;
/** Batch SubmitJob, DescribeJobs, ListJobs, ms */
export const BATCH_CALL_MS = 100;

/** The steps of a job before its first request, in seconds. */
export const STARTUP_S = {
  /** Batch notices the job, the Auto Scaling group starts an instance, it boots and joins ECS */
  gpuInstance: 180,
  /** 10 GB image with vLLM and CUDA, from ECR */
  gpuImagePull: 120,
  /** engine start, compilation, CUDA graphs */
  vllmLoad: 90,
  /** Fargate: network interface, 300 MB image, node's start */
  fargate: 45,
};
/** Copying weights from S3 to the instance's disk and GPU, GB/s: most of a 10 Gbit/s network. */
export const WEIGHTS_GB_PER_S = 0.8;
/** Seconds that an instance stays without a job before Batch ends it. */
export const SCALE_DOWN_S = 120;

/** Reclaims of one Spot instance per hour. Small GPUs are far below this (Spot Instance Advisor: "5-10 % a month"), scarce large ones above. */
export const RECLAIMS_PER_HOUR: Readonly<Record<string, number>> = {
  cpu: 0.005,
  "gpu-24": 0.02,
  "gpu-48": 0.03,
  "gpu-80": 0.05,
  "gpu-4x48": 0.05,
  "gpu-8x80": 0.05,
};
/** the value in functions/worker/entry.ts */
export const LEASE_TTL_MS = 60_000;

/** One GPU class: the speed of one job, and the number of concurrent jobs. */
export interface GpuAssumption {
  readonly name: string;
  /** prompt tokens per second of one replica at full batch, continuous batching */
  readonly prefillTokensPerS: number;
  /** generated tokens per second of one replica over all requests in flight */
  readonly decodeTokensPerS: number;
}
/** One replica of a model that fits the class (8B, 14-32B, 70B in fp8, 400B in fp8): orders of magnitude that vLLM's users report. */
export const GPU_SPEED: readonly GpuAssumption[] = [
  { name: "gpu-24", prefillTokensPerS: 5_000, decodeTokensPerS: 1_000 },
  { name: "gpu-48", prefillTokensPerS: 6_000, decodeTokensPerS: 1_000 },
  { name: "gpu-80", prefillTokensPerS: 8_000, decodeTokensPerS: 1_500 },
  { name: "gpu-4x48", prefillTokensPerS: 8_000, decodeTokensPerS: 1_200 },
  { name: "gpu-8x80", prefillTokensPerS: 20_000, decodeTokensPerS: 3_000 },
];

/** A hosted API: time to the first token, tokens per second, and the account's limits per model for all jobs together. */
export const HOSTED = { firstTokenMs: 700, tokensPerS: 70, tokensPerMinute: 10_000_000, requestsPerMinute: 10_000 };
/** requests in flight of one worker if the deployment names no number (functions/worker/entry.ts) */
export const CONCURRENCY = 16;
/** GB of a CPU job and of the release job (infra/batch.ts), which have one vCPU */
export const CPU_JOB_GB = 4;
/** of the site job (infra/batch.ts); Fargate's disk, GB */
export const SITE_JOB = { vcpus: 2, gb: 8, limitS: 2 * 3600, diskGb: 20 };
/** time limit of a CPU job (infra/batch.ts), s */
export const CPU_JOB_S = 24 * 3600;

/** Seconds between two submissions of an owner: all arrive within the first minutes. */
export const ARRIVAL_S = 1;
/** The number of owners that share the queues fairly; with 1 submission there is one owner. */
export const MAX_OWNERS = 50;
/** Concurrent CPU jobs: maxVcpus of the Fargate environment (infra/cpu-machines.ts), one vCPU each. */
export const CPU_MACHINES = 64;
/** memory of the functions (infra/), GB; the worker is not a function */
export const LAMBDA_GB = { api: 1, dispatch: 0.5, worker: 0, aggregate: 2, sweep: 0.5 };
/** time limits of the functions in infra/, s */
export const LIMIT_S = { api: 29, dispatch: 60, aggregate: 300, sweep: 240 } as const;
/** after this silence of its main thread a worker gives its leases up (adapters/leases), s */
export const SILENCE_S = 15 * 60;
/** requests per second that the gateway accepts (infra/api.ts) */
export const GATEWAY_PER_S = 300;
/** the pauses of a waiting client between two questions, s: while its runs change, and at most (cli's follow-submission.ts) */
export const PAUSES_S = { busy: 1, quiet: 30 };
/** the value in infra/sweep.ts */
export const SWEEP_S = 300;
/** computing time of the aggregator, s per 1,000 instances: measured by measure-run.ts on two cores on 2026-11-21 */
export const AGGREGATE_CPU_S_PER_1000 = 2;
/** from the object's creation to the function's start: S3's event, the queue, the poller, s */
export const EVENT_S = 2;
