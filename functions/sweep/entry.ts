import { systemClock } from "@medhelm/adapters/system-clock";
import { z } from "zod";
import { lazyIndex, lazyObjects, lazyQueue } from "../aws/lazy-objects.ts";
import { lazyCompute } from "../aws/lazy-compute.ts";
import {
  AggregateQueue,
  Buckets,
  Conf,
  DispatchQueue,
  IndexTable,
  Jobs,
  readEnvironment,
  ReleaseQueue,
  SiteBucket,
} from "../aws/environment.ts";
import { errorFields } from "@medhelm/core/log/error-fields";
import { awsTracer } from "../aws/tracer.ts";
import { awsLog } from "../aws/log.ts";
import { serviceFiles } from "@medhelm/service/models/service-files";
import { once } from "../aws/once.ts";
import { continueIndex } from "@medhelm/service/index/build-index";
import { sweep, type SweepReport } from "@medhelm/service/sweep/sweep";
import type { SweepPorts } from "@medhelm/service/sweep/sweep-ports";

const Environment = z.object({
  ...Buckets.shape,
  ...SiteBucket.shape,
  ...IndexTable.shape,
  ...DispatchQueue.shape,
  ...AggregateQueue.shape,
  ...ReleaseQueue.shape,
  ...Jobs.shape,
  ...Conf.shape,
  /** After this time the sweep reads a submission again. Absent on AWS, where the sweep comes every 5 minutes. */
  MEDHELM_SWEEP_PACE_MS: z.coerce.number().int().min(0).optional(),
});

const log = awsLog("sweep", process.env);
const trace = awsTracer("sweep", process.env, log);

const ports = once(async (): Promise<SweepPorts> => {
  const env = readEnvironment("sweep", Environment, process.env);
  const paceMs = env.MEDHELM_SWEEP_PACE_MS;
  const files = serviceFiles(env.MEDHELM_CONF);
  const { deployments } = await files.prodEnv();
  return {
    objects: await lazyObjects(process.env),
    index: await lazyIndex(env.MEDHELM_INDEX_TABLE),
    dispatchQueue: await lazyQueue(env.MEDHELM_DISPATCH_QUEUE),
    aggregateQueue: await lazyQueue(env.MEDHELM_AGGREGATE_QUEUE),
    releaseQueue: await lazyQueue(env.MEDHELM_RELEASE_QUEUE),
    compute: await lazyCompute(env.MEDHELM_JOB_PREFIX, deployments),
    clock: systemClock,
    ...(paceMs === undefined ? {} : { pace: { idleMs: paceMs, activeMs: paceMs } }),
    hasPools: (await files.service()).pools,
    log,
    ...(trace !== undefined && { trace }),
    report: (error, key) => log("error", "an object was not swept", { object: key, ...errorFields(error) }),
  };
});

/** The part of Lambda's context that the sweep uses. */
interface Context {
  getRemainingTimeInMillis(): number;
}

/** One step of the index takes less time (reindex.ts, CHUNK). */
const INDEX_STEP_MS = 60_000;

export async function handler(_event: unknown, context: Context): Promise<SweepReport> {
  const wired = await ports();
  const report = await sweep(wired);
  await continueIndex(wired, () => context.getRemainingTimeInMillis() > INDEX_STEP_MS);
  await trace?.flush();
  return report;
}
