import { systemClock } from "@medhelm/adapters/system-clock";
import { z } from "zod";
import { awsObjects, awsQueue } from "../aws.ts";
import { awsCompute } from "../aws-jobs.ts";
import {
  AggregateQueue,
  Buckets,
  Conf,
  DispatchQueue,
  Jobs,
  readEnvironment,
  ReleaseQueue,
  SiteBucket,
} from "../aws-environment.ts";
import { logError } from "../log-error.ts";
import { serviceFiles } from "../models/service-files.ts";
import { once } from "../once.ts";
import { sweep, type SweepPorts, type SweepReport } from "./handler.ts";

const Environment = z.object({
  ...Buckets.shape,
  ...SiteBucket.shape,
  ...DispatchQueue.shape,
  ...AggregateQueue.shape,
  ...ReleaseQueue.shape,
  ...Jobs.shape,
  ...Conf.shape,
});

const ports = once(async (): Promise<SweepPorts> => {
  const env = readEnvironment("sweep", Environment, process.env);
  const { deployments } = await serviceFiles(env.MEDHELM_CONF).prodEnv();
  return {
    objects: await awsObjects(process.env),
    dispatchQueue: await awsQueue(env.MEDHELM_DISPATCH_QUEUE),
    aggregateQueue: await awsQueue(env.MEDHELM_AGGREGATE_QUEUE),
    releaseQueue: await awsQueue(env.MEDHELM_RELEASE_QUEUE),
    compute: await awsCompute(env.MEDHELM_JOB_PREFIX, deployments),
    clock: systemClock,
    report: (error, key) => logError("sweep", error, { key }),
  };
});

export async function handler(): Promise<SweepReport> {
  return sweep(await ports());
}
