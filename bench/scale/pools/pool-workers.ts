import { workersFor } from "@medhelm/core/pools/workers-for";
import type { Work } from "../simulated-compute.ts";
import type { ShardQueue } from "./shard-queue.ts";
import type { WayPorts } from "./way.ts";

/** The first worker of a pool waits for so long for further shards, such as those that a CPU job encodes (functions/worker). */
const IDLE_S = 180;
const LOOK_S = 10;
/** A worker gives its machine back after so long, so that another deployment of the class gets it. */
const MOST_SERVED_S = 3600;

export interface PoolsOptions {
  mostWorkers(gpuClass: string): number;
  readonly requestsAWorker: number;
}

export interface PoolWorkers {
  /** Starts as many workers as the shards that wait pay for. */
  start(queue: ShardQueue, nowMs: number): void;
  /** The work of a worker's job, for the simulated machine that runs it. */
  workOf(job: string): Work;
}

/** Workers that lease shards of all owners from the queue of a deployment. */
export function poolWorkers(
  { submit }: Pick<WayPorts, "submit">,
  { mostWorkers, requestsAWorker }: PoolsOptions,
): PoolWorkers {
  const works = new Map<string, Work>();
  /** The names of the workers of each deployment, the first one first. */
  const running = new Map<ShardQueue, Set<string>>();
  let count = 0;

  const start = (queue: ShardQueue, nowMs: number): void => {
    const most = mostWorkers(queue.model.gpuClass ?? "");
    const wanted = workersFor(queue.waiting(), { most, requestsAWorker });
    const names = running.get(queue) ?? new Set();
    running.set(queue, names);
    while (names.size < wanted) startWorker(queue, names, nowMs);
  };
  const startWorker = (queue: ShardQueue, names: Set<string>, nowMs: number): void => {
    const name = `${queue.model.name}-${++count}`;
    let sinceMs: number | undefined;
    let idleMs: number | undefined;
    names.add(name);
    works.set(name, {
      model: queue.model,
      owner: queue.nextOwner(nowMs) ?? "", // Batch shares the machines of a class fairly between owners
      next(atMs) {
        sinceMs ??= atMs;
        if (atMs - sinceMs > MOST_SERVED_S * 1000) return undefined;
        const piece = queue.lease(atMs);
        idleMs = piece === undefined ? (idleMs ?? atMs) : undefined;
        if (piece !== undefined) return piece;
        const [first] = names;
        const isOver = first !== name || atMs - (idleMs ?? atMs) >= IDLE_S * 1000;
        return isOver ? undefined : { seconds: LOOK_S, askingS: 0, end: () => undefined };
      },
      over(endMs) {
        names.delete(name);
        start(queue, endMs);
      },
    });
    submit({ name, definition: "worker", environment: { JOB: name } }, nowMs);
  };

  return {
    start,
    workOf(job) {
      const work = works.get(job);
      if (work === undefined) throw new Error(`no worker ${job}`);
      return work;
    },
  };
}
