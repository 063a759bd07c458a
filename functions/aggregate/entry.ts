import { metricFor } from "@medhelm/benchmarks/registry";
import { z } from "zod";
import { lazyIndex, lazyObjects } from "../aws/lazy-objects.ts";
import { lazyCompute } from "../aws/lazy-compute.ts";
import { Buckets, Conf, IndexTable, Jobs, readEnvironment } from "../aws/environment.ts";
import { handleBatch, type SqsBatchResponse } from "../aws/lambda-events.ts";
import { logError } from "../aws/log-error.ts";
import { once } from "../aws/once.ts";
import { serviceFiles } from "@medhelm/service/models/service-files";
import { aggregateJob } from "@medhelm/service/aggregate/aggregate-job";
import { aggregateRun, type AggregatePorts } from "@medhelm/service/aggregate/aggregate-run";
import { aggregateMessages } from "@medhelm/service/aggregate/s3-event";

const Environment = z.object({ ...Buckets.shape, ...IndexTable.shape, ...Jobs.shape, ...Conf.shape });

const ports = once(async (): Promise<AggregatePorts> => {
  const env = readEnvironment("aggregate", Environment, process.env);
  const { deployments } = await serviceFiles(env.MEDHELM_CONF).prodEnv();
  return {
    objects: await lazyObjects(process.env),
    index: await lazyIndex(env.MEDHELM_INDEX_TABLE),
    metrics: metricFor,
    // few runs are that large
    startJob: async (run) => aggregateJob(await lazyCompute(env.MEDHELM_JOB_PREFIX, deployments))(run),
  };
});

export async function handler(event: unknown): Promise<SqsBatchResponse> {
  const wired = await ports();
  return handleBatch(
    event,
    async (body) => {
      for (const message of aggregateMessages(body)) await aggregateRun(wired, message);
    },
    (error, body) => logError("aggregate", error, { body }),
  );
}
