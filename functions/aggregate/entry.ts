import { metricFor } from "@medhelm/benchmarks/registry";
import { z } from "zod";
import { awsObjects } from "../aws.ts";
import { awsCompute } from "../aws-jobs.ts";
import { Buckets, Conf, Jobs, readEnvironment } from "../aws-environment.ts";
import { handleBatch, type SqsBatchResponse } from "../lambda-events.ts";
import { logError } from "../log-error.ts";
import { once } from "../once.ts";
import { serviceFiles } from "../models/service-files.ts";
import { aggregateJob } from "./aggregate-job.ts";
import { aggregateRun, type AggregatePorts } from "./handler.ts";
import { aggregateMessages } from "./s3-event.ts";

const Environment = z.object({ ...Buckets.shape, ...Jobs.shape, ...Conf.shape });

const ports = once(async (): Promise<AggregatePorts> => {
  const env = readEnvironment("aggregate", Environment, process.env);
  const { deployments } = await serviceFiles(env.MEDHELM_CONF).prodEnv();
  return {
    objects: await awsObjects(process.env),
    metrics: metricFor,
    // few runs are so large
    elsewhere: async (run) => aggregateJob(await awsCompute(env.MEDHELM_JOB_PREFIX, deployments))(run),
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
