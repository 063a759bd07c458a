import { workersFor } from "@medhelm/core/pools/workers-for";
import type { Piece, Work } from "../simulated-compute.ts";
import type { LeasedShard, ShardQueue } from "./shard-queue.ts";
import type { WayPorts } from "./way.ts";

/** How long the first worker of a pool waits for further shards, such as those that a CPU job encodes (functions/worker). */
const IDLE_S = 180;
const LOOK_S = 10;
/** After this time a worker gives its machine back, so that another deployment of the class gets it. */
const MOST_SERVED_S = 3600;
/** How long a worker asks a shard before it checks whether another owner waits; later it checks again (service/pools/work-pool.ts). */
const SLICE_S = 600;
const OTHERS_S = 15;
/** of infra/fair-share.ts */
const FURTHER_WEIGHT = 1000;

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

/** The workers of a pool whose jobs have not ended, by number. */
interface Workers {
  readonly active: Map<number, { isServing: boolean }>;
  last: number;
  first?: number;
}

/** Workers that lease shards of all owners from the queue of a deployment. */
export function poolWorkers(
  { submit }: Pick<WayPorts, "submit">,
  { mostWorkers, requestsAWorker }: PoolsOptions,
): PoolWorkers {
  const works = new Map<string, Work>();
  const pools = new Map<ShardQueue, Workers>();

  /** As `tendPool` in service/pools/tend-pools.ts. */
  const start = (queue: ShardQueue, nowMs: number): void => {
    const most = mostWorkers(queue.model.gpuClass ?? "");
    const wanted = workersFor(queue.waiting(), { most, requestsAWorker });
    if (wanted === 0) return;
    const workers = pools.get(queue) ?? { active: new Map(), last: 0 };
    pools.set(queue, workers);
    const hasMachine = [...workers.active.values()].some(({ isServing }) => isServing);
    const missing = Math.max(wanted - workers.active.size, Number(!hasFirst(workers) && !hasMachine));
    for (let i = 0; i < missing; i++) startWorker(queue, workers, nowMs);
  };
  const startWorker = (queue: ShardQueue, workers: Workers, nowMs: number): void => {
    const isFurther = hasFirst(workers);
    const n = ++workers.last;
    const state = { isServing: false };
    const name = `${queue.model.name}-${n}`;
    workers.active.set(n, state);
    if (!isFurther) workers.first = n;
    works.set(name, {
      model: queue.model,
      // the shares of core/jobs/job-places.ts
      ...(isFurther ? { owner: "further", weight: FURTHER_WEIGHT } : { owner: queue.model.name }),
      next: nextPiece(queue, {
        isFirst: () => n === (hasFirst(workers) ? workers.first : Math.min(...workers.active.keys())),
        serves: (isServing) => void (state.isServing = isServing),
      }),
      over(endMs) {
        workers.active.delete(n);
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

const hasFirst = ({ active, first }: Workers): boolean => first !== undefined && active.has(first);

/** The next piece of work of a worker, as `workPool` decides it. */
function nextPiece(
  queue: ShardQueue,
  { isFirst, serves }: { isFirst(): boolean; serves(isServing: boolean): void },
): Work["next"] {
  let sinceMs: number | undefined;
  let idleMs: number | undefined;
  let held: LeasedShard | undefined;
  const pieceOf = (shard: LeasedShard, mostS: number): Piece => {
    const seconds = Math.min(mostS, shard.leftS);
    const isLast = seconds === shard.leftS;
    return {
      seconds,
      askingS: seconds,
      end(share, endMs) {
        if (share < 1) {
          // the machine was reclaimed: a worker on the next one starts again
          shard.asked(seconds * share);
          shard.giveBack();
          held = undefined;
          sinceMs = undefined;
          serves(false);
          return;
        }
        shard.asked(seconds);
        if (!isLast) return;
        held = undefined;
        shard.done(endMs);
      },
    };
  };
  return (atMs) => {
    sinceMs ??= atMs;
    serves(true);
    if (held?.othersWait(atMs) === false) return pieceOf(held, OTHERS_S);
    held?.giveBack();
    held = undefined;
    if (atMs - sinceMs > MOST_SERVED_S * 1000) return undefined;
    held = queue.lease(atMs);
    idleMs = held === undefined ? (idleMs ?? atMs) : undefined;
    if (held !== undefined) return pieceOf(held, SLICE_S);
    const isOver = !isFirst() || atMs - (idleMs ?? atMs) >= IDLE_S * 1000;
    return isOver ? undefined : { seconds: LOOK_S, askingS: 0, end: () => undefined };
  };
}
