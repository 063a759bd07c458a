import { systemClock } from "@medhelm/adapters/system-clock";
import { ReleaseMessage } from "@medhelm/core/submission";
import { z } from "zod";
import { lazyIndex, lazyObjects } from "../aws/lazy-objects.ts";
import { lazyCompute } from "../aws/lazy-compute.ts";
import { Buckets, Conf, IndexTable, Jobs, readEnvironment, SiteBucket } from "../aws/environment.ts";
import { handleBatch, type SqsBatchResponse } from "../aws/lambda-events.ts";
import { awsLog, logFailure } from "../aws/log.ts";
import { once } from "../aws/once.ts";
import { serviceFiles } from "@medhelm/service/models/service-files";
import { makeRelease, type ReleaseJobPorts } from "@medhelm/service/release/make-release";

const Environment = z.object({
  ...Buckets.shape,
  ...IndexTable.shape,
  ...SiteBucket.shape,
  ...Jobs.shape,
  ...Conf.shape,
});

const log = awsLog("release", process.env);

const ports = once(async (): Promise<ReleaseJobPorts> => {
  const env = readEnvironment("release", Environment, process.env);
  const { deployments } = await serviceFiles(env.MEDHELM_CONF).prodEnv();
  return {
    objects: await lazyObjects(process.env),
    index: await lazyIndex(env.MEDHELM_INDEX_TABLE),
    clock: systemClock,
    compute: await lazyCompute(env.MEDHELM_JOB_PREFIX, deployments),
  };
});

/** The part of Lambda's context that the function uses. */
interface Context {
  getRemainingTimeInMillis(): number;
}

export async function handler(event: unknown, context: Context): Promise<SqsBatchResponse> {
  const wired = { ...(await ports()), remainingMs: () => context.getRemainingTimeInMillis() };
  return handleBatch(
    event,
    (body) => makeRelease(wired, ReleaseMessage.parse(JSON.parse(body)).release),
    logFailure(log),
  );
}
