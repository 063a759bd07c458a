import { z } from "zod";
import { raisedInt } from "../store/raised-int.ts";

/** requested: its job was submitted. starting: the job runs, and its model's server loads. serving: it asks shards. */
const WorkerState = z.enum(["requested", "starting", "serving"]);
export type WorkerState = z.infer<typeof WorkerState>;

/** work/.pools/<deployment>/workers.json */
export const PoolWorkers = z.object({
  formatVersion: z.literal(1),
  /** The number of the worker that was started last. It is a part of its job's name. */
  n: raisedInt,
  /** The workers whose jobs have not ended as far as the dispatcher knows, by number. */
  workers: z.record(z.string().regex(/^\d+$/), WorkerState),
  /** The worker whose machine counts for the pool and that waits for further shards. Absent: of an earlier version, the one with the lowest number. */
  first: raisedInt.exactOptional(),
  /** How many jobs failed by their own fault, one after another, and why the last one did. */
  faults: raisedInt,
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

/** The number of the first worker. Undefined: it has ended, or the pool has no worker. */
export function firstWorker({ workers, first }: Pick<PoolWorkers, "workers" | "first">): number | undefined {
  if (first !== undefined) return workers[first] === undefined ? undefined : first;
  const numbers = Object.keys(workers).map(Number);
  return numbers.length === 0 ? undefined : Math.min(...numbers);
}

/** Whether the worker is the first one, or may take its place. The others end when they find no shard. */
export function isFirstWorker(record: Pick<PoolWorkers, "workers" | "first">, n: number): boolean {
  const first = firstWorker(record);
  return first === undefined ? Object.keys(record.workers).every((other) => Number(other) >= n) : first === n;
}
