import { z } from "zod";

/** requested: its job was submitted. starting: the job runs, and its model's server loads. serving: it asks shards. */
const WorkerState = z.enum(["requested", "starting", "serving"]);
export type WorkerState = z.infer<typeof WorkerState>;

/** work/.pools/<deployment>/workers.json */
export const PoolWorkers = z.object({
  formatVersion: z.literal(1),
  /** The number of the worker that was started last. It is a part of its job's name. */
  n: z.int(),
  /** The workers whose jobs have not ended as far as the dispatcher knows, by number. */
  workers: z.record(z.string(), WorkerState),
  /** How many jobs failed by their own fault, one after another, and why the last one did. */
  faults: z.int(),
  reason: z.string().exactOptional(),
});
export type PoolWorkers = z.infer<typeof PoolWorkers>;

export const noWorkers = (): PoolWorkers => ({ formatVersion: 1, n: 0, workers: {}, faults: 0 });

/** How the job of a worker has ended. Absent reason: with success. */
export interface EndedWorker {
  readonly n: number;
  readonly reason?: string;
  /** The job did not fail by its own fault. */
  readonly isInterrupted?: boolean;
}

/** The record without a worker whose job has ended. */
export function withoutWorker(record: PoolWorkers, { n, reason, isInterrupted = false }: EndedWorker): PoolWorkers {
  const { [String(n)]: _ended, ...workers } = record.workers;
  const { reason: _last, ...rest } = record;
  if (reason === undefined) return { ...rest, workers, faults: 0 };
  return isInterrupted ? { ...record, workers } : { ...rest, workers, faults: record.faults + 1, reason };
}

/** Whether no worker of the pool was started before this one and works. The others end when they find no shard. */
export const isFirstWorker = ({ workers }: Pick<PoolWorkers, "workers">, n: number): boolean =>
  Object.keys(workers).every((other) => Number(other) >= n);
