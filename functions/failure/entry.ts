import { systemClock } from "@medhelm/adapters/system-clock";
import { z } from "zod";
import { Buckets, Conf, DispatchQueue, IndexTable, readEnvironment, ReleaseQueue } from "../aws/environment.ts";
import { lazyIndex, lazyObjects, lazyQueue } from "../aws/lazy-objects.ts";
import { type Delivery, handleBatch, type SqsBatchResponse } from "../aws/lambda-events.ts";
import { awsLog, logFailure } from "../aws/log.ts";
import { serviceFiles } from "@medhelm/service/models/service-files";
import { priceList } from "@medhelm/service/money/price-list";
import { recordGpuJob } from "@medhelm/service/money/record-gpu-job";
import { once } from "../aws/once.ts";
import { JobEvent, type EndedJob, recordJobEvent } from "@medhelm/service/failure/job-event";
import { takeDeadLetter } from "@medhelm/service/failure/take-dead-letter";
import { DeadLetterQueue } from "@medhelm/core/jobs/dead-letter";

const Environment = z.object({
  ...Buckets.shape,
  ...IndexTable.shape,
  ...DispatchQueue.shape,
  ...ReleaseQueue.shape,
  ...Conf.shape,
  /** The ARNs of the queues of dead letters, by the queue of their messages. */
  MEDHELM_DEAD_LETTERS: z
    .string()
    .transform((text, context): unknown => {
      try {
        return JSON.parse(text);
      } catch {
        context.addIssue("not JSON");
        return z.NEVER;
      }
    })
    .pipe(z.record(DeadLetterQueue, z.string())),
});

const log = awsLog("failure", process.env);

const ports = once(async () => {
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
    log,
    recordGpuJob: (job: EndedJob) => recordGpuJob({ objects, index, prices }, job),
  };
});

/** Called by the queues of dead letters, in batches, and by EventBridge, with one Batch event at a time. */
export async function handler(event: unknown): Promise<SqsBatchResponse | undefined> {
  const wired = await ports();
  if (!z.object({ Records: z.array(z.unknown()) }).safeParse(event).success) {
    await recordJobEvent(wired, JobEvent.parse(event));
    return undefined;
  }
  const take = async (body: string, { receives, queueArn }: Delivery): Promise<void> =>
    takeDeadLetter(wired, { queue: queueOf(queueArn), body, receives });
  return handleBatch(event, take, logFailure(log));
}

/** The queue whose dead letters a queue holds. */
function queueOf(arn: string | undefined): DeadLetterQueue {
  const { MEDHELM_DEAD_LETTERS: queues } = readEnvironment("failure", Environment, process.env);
  const found = DeadLetterQueue.options.find((name) => queues[name] === arn);
  if (found === undefined) throw new Error(`MEDHELM_DEAD_LETTERS does not name the queue ${arn ?? "of a message"}`);
  return found;
}
