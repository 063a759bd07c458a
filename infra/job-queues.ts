import { cpuQueue } from "./cpu-machines.ts";
import { gpuQueues } from "./gpu-machines.ts";

/** The queues of Batch of this stack. */
export const jobQueueArns = [cpuQueue.arn, ...[...gpuQueues.values()].map(({ arn }) => arn)];
