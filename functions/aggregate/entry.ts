import { systemClock } from "@medhelm/adapters/system-clock";
import { compilePatternsOnce } from "@medhelm/adapters/threads/compile-patterns-once";
import { metricFor } from "@medhelm/benchmarks/registry";
import { z } from "zod";
import { lazyIndex, lazyObjects } from "../aws/lazy-objects.ts";
import { lazyCompute } from "../aws/lazy-compute.ts";
import { Buckets, Conf, IndexTable, Jobs, readEnvironment } from "../aws/environment.ts";
import { handleBatch, type SqsBatchResponse } from "../aws/lambda-events.ts";
import { awsTracer } from "../aws/tracer.ts";
import { awsLog, logFailure } from "../aws/log.ts";
import { once } from "../aws/once.ts";
import { serviceFiles } from "@medhelm/service/models/service-files";
import { aggregateJob } from "@medhelm/service/aggregate/aggregate-job";
import { aggregateRun, type AggregatePorts } from "@medhelm/service/aggregate/aggregate-run";
import { aggregateMessages } from "@medhelm/service/aggregate/s3-event";

const Environment = z.object({ ...Buckets.shape, ...IndexTable.shape, ...Jobs.shape, ...Conf.shape });

compilePatternsOnce();
const log = awsLog("aggregate", process.env);
const trace = awsTracer("aggregate", process.env, log);

const ports = once(async () => {
  const env = readEnvironment("aggregate", Environment, process.env);
  const { deployments } = await serviceFiles(env.MEDHELM_CONF).prodEnv();
  return {
    ports: {
      objects: await lazyObjects(process.env),
      index: await lazyIndex(env.MEDHELM_INDEX_TABLE),
      metrics: metricFor,
      observe: { log, clock: systemClock, ...(trace !== undefined && { trace }) },
    },
    compute: once(() => lazyCompute(env.MEDHELM_JOB_PREFIX, deployments)), // few runs are so large that they need a job
  };
});

/** The part of Lambda's context that the aggregator uses. */
interface Context {
  getRemainingTimeInMillis(): number;
}

export async function handler(event: unknown, context: Context): Promise<SqsBatchResponse> {
  const { ports: lasting, compute } = await ports();
  const remainingMs = (): number => context.getRemainingTimeInMillis();
  const wired: AggregatePorts = {
    ...lasting,
    startJob: async (run) =>
      aggregateJob({ compute: await compute(), index: lasting.index, clock: systemClock, remainingMs })(run),
  };
  const response = await handleBatch(
    event,
    async (body) => {
      for (const message of aggregateMessages(body)) await aggregateRun(wired, message);
    },
    logFailure(log),
  );
  await trace?.flush();
  return response;
}
