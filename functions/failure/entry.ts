import { systemClock } from "@medhelm/adapters/system-clock";
import { z } from "zod";
import { Buckets, Conf, DispatchQueue, IndexTable, readEnvironment, ReleaseQueue } from "../aws/environment.ts";
import { lazyIndex, lazyObjects, lazyQueue } from "../aws/lazy-objects.ts";
import { handleBatch, type SqsBatchResponse } from "../aws/lambda-events.ts";
import { awsLog, logFailure } from "../aws/log.ts";
import { serviceFiles } from "@medhelm/service/models/service-files";
import { priceList } from "@medhelm/service/money/price-list";
import { recordGpuJob } from "@medhelm/service/money/record-gpu-job";
import { once } from "../aws/once.ts";
import { recordFailure } from "@medhelm/service/failure/record-failure";

const Environment = z.object({
  ...Buckets.shape,
  ...IndexTable.shape,
  ...DispatchQueue.shape,
  ...ReleaseQueue.shape,
  ...Conf.shape,
});

const log = awsLog("failure", process.env);

const ports = once(async (): Promise<Parameters<typeof recordFailure>[0]> => {
  const env = readEnvironment("failure", Environment, process.env);
  const objects = await lazyObjects(process.env);
  const index = await lazyIndex(env.MEDHELM_INDEX_TABLE);
  const files = serviceFiles(env.MEDHELM_CONF);
  const { deployments } = await files.prodEnv();
  const prices = priceList(deployments, await files.gpuClasses());
  return {
    objects,
    index,
    clock: systemClock,
    dispatchQueue: await lazyQueue(env.MEDHELM_DISPATCH_QUEUE),
    releaseQueue: await lazyQueue(env.MEDHELM_RELEASE_QUEUE),
    recordGpuJob: (job) => recordGpuJob({ objects, index, prices }, job),
  };
});

/** Called by the queues of dead letters, in batches, and by EventBridge, with one Batch event at a time. */
export async function handler(event: unknown): Promise<SqsBatchResponse | undefined> {
  const wired = await ports();
  if (!z.object({ Records: z.array(z.unknown()) }).safeParse(event).success) {
    await recordFailure(wired, JSON.stringify(event));
    return undefined;
  }
  return handleBatch(event, (body) => recordFailure(wired, body), logFailure(log));
}
