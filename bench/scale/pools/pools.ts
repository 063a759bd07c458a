import { nextOwner, turnAfter } from "@medhelm/core/pools/next-owner";
import { SHARD_REQUESTS } from "@medhelm/core/pools/shard";
import { workersFor } from "@medhelm/core/pools/workers-for";
import { STARTUP_S } from "../assumptions.ts";
import { gpuSeconds } from "../run-progress.ts";
import type { Piece, Work } from "../simulated-compute.ts";
import type { Model } from "../workload.ts";
import type { Stage, Way, WayPorts } from "./way.ts";

/** A CPU job of a submission puts a shard without requests into the pool, whose worker finds out which model answers. The next one encodes, the last one reads the answers. */
const STEPS_S = { identify: 5, encode: 10, read: 10 } as const;
/** The time of a worker to find out which model answers. */
const CANARY_S = 2;
/** The first worker of a pool waits for so long for further shards, such as those that a CPU job encodes (functions/worker). */
const IDLE_S = 180;
const LOOK_S = 10;
/** A worker gives its machine back after so long, so that another deployment of the class gets it. */
const MOST_SERVED_S = 3600;
interface Shard {
  readonly stage: Stage;
  /** The next step of its stage, when all of its shards are answered. */
  readonly answered: (endMs: number) => void;
  readonly seconds: number;
  readonly requests: number;
  readonly sinceMs: number;
}
interface Line {
  readonly shards: Shard[];
  turn: number;
  leasedMs: number;
}
interface Pool {
  readonly model: Model;
  readonly lines: Map<string, Line>;
  turn: number;
  workers: number;
  /** of the workers, the first one first */
  readonly names: Set<string>;
  count: number;
}

interface PoolsOptions {
  mostWorkers(gpuClass: string): number;
  readonly requestsAWorker: number;
}

/**
 * One queue for each deployment, whose workers lease shards of all owners. Further workers start while the queue pays for them. Runs of one
 * benchmark are asked one after another.
 */
export const pools =
  (options: PoolsOptions) =>
  (ports: WayPorts): Way & { readonly workOf: (job: string) => Work } =>
    poolsWay(ports, options);

const laneOf = ({ model, benchmark }: Stage): string => `${model.name} ${benchmark}`;

function poolsWay(
  ports: WayPorts,
  { mostWorkers, requestsAWorker }: PoolsOptions,
): Way & { readonly workOf: (job: string) => Work } {
  const cpu = { jobs: 0, seconds: 0 };
  /** A CPU job for the stages of a submission, and what follows. */
  const cpuJob = (nowMs: number, seconds: number, then: (endMs: number) => void): void => {
    const allS = STARTUP_S.fargate + seconds;
    cpu.jobs++;
    cpu.seconds += allS;
    ports.at(nowMs + allS * 1000, () => then(nowMs + allS * 1000));
  };
  const all = new Map<string, Pool>();
  const works = new Map<string, Work>();
  const asked = new Map<string, Stage>();
  const held = new Map<string, Stage[]>();
  /** the shards of a stage that are asked now */
  const active = new Map<Stage, number>();
  const numbers = new Map<Stage, number>();
  const numberOf = (stage: Stage): number => {
    const number = numbers.get(stage) ?? numbers.size;
    numbers.set(stage, number);
    return number;
  };

  const isFree = ({ stage }: Shard): boolean => (asked.get(laneOf(stage)) ?? stage) === stage;
  const waitingOwners = (pool: Pool) =>
    [...pool.lines].flatMap(([owner, { shards, turn, leasedMs }]) => {
      const first = shards.find(isFree);
      return first === undefined ? [] : [{ owner, weight: 1, turn, waitingSinceMs: Math.max(first.sinceMs, leasedMs) }];
    });
  const nextOf = (pool: Pool, nowMs: number) => nextOwner(waitingOwners(pool), { turn: pool.turn, nowMs });
  const lease = (pool: Pool, nowMs: number): Shard | undefined => {
    const next = nextOf(pool, nowMs);
    const line = pool.lines.get(next?.owner.owner ?? "");
    const shard = line?.shards.find(isFree);
    if (next === undefined || line === undefined || shard === undefined) return undefined;
    line.shards.splice(line.shards.indexOf(shard), 1);
    line.turn = turnAfter(next.owner, shard.requests, pool);
    line.leasedMs = nowMs;
    pool.turn = next.turn;
    if (shard.requests > 0) asked.set(laneOf(shard.stage), shard.stage);
    return shard;
  };
  const pieceOf = (pool: Pool, shard: Shard, nowMs: number): Piece => {
    const { stage, seconds } = shard;
    if (shard.requests > 0) ports.started(stage, nowMs);
    active.set(stage, (active.get(stage) ?? 0) + 1);
    return {
      seconds,
      askingS: seconds,
      end(share, endMs) {
        const left = (active.get(stage) ?? 1) - 1;
        active.set(stage, left);
        if (left === 0 && asked.get(laneOf(stage)) === stage) asked.delete(laneOf(stage));
        if (share < 1)
          pool.lines.get(stage.owner)?.shards.unshift(shard); // the shard in flight is asked again
        else shard.answered(endMs);
      },
    };
  };
  const startWorkers = (pool: Pool, nowMs: number): void => {
    const waiting = [...pool.lines.values()].flatMap(({ shards }) =>
      shards.map(({ stage, requests }) => ({ requests, lane: laneOf(stage), run: String(numberOf(stage)) })),
    );
    const wanted = workersFor(waiting, { most: mostWorkers(pool.model.gpuClass ?? ""), requestsAWorker });
    while (pool.workers < wanted) startWorker(pool, nowMs);
  };
  const startWorker = (pool: Pool, nowMs: number): void => {
    pool.workers++;
    const name = `${pool.model.name}-${++pool.count}`;
    let sinceMs: number | undefined;
    let idleMs: number | undefined;
    pool.names.add(name);
    works.set(name, {
      model: pool.model,
      owner: nextOf(pool, nowMs)?.owner.owner ?? "", // Batch shares the machines of a class fairly between owners
      next(atMs) {
        sinceMs ??= atMs;
        if (atMs - sinceMs > MOST_SERVED_S * 1000) return undefined;
        const shard = lease(pool, atMs);
        idleMs = shard === undefined ? (idleMs ?? atMs) : undefined;
        if (shard !== undefined) return pieceOf(pool, shard, atMs);
        const [first] = pool.names;
        const isOver = first !== name || atMs - (idleMs ?? atMs) >= IDLE_S * 1000;
        return isOver ? undefined : { seconds: LOOK_S, askingS: 0, end: () => undefined };
      },
      over(endMs) {
        pool.workers--;
        pool.names.delete(name);
        startWorkers(pool, endMs);
      },
    });
    ports.submit({ name, definition: "worker", environment: { JOB: name } }, nowMs);
  };

  const lineOf = ({ model, owner }: Stage): { readonly pool: Pool; readonly line: Line } => {
    const pool = all.get(model.name) ?? {
      model,
      lines: new Map<string, Line>(),
      turn: 0,
      workers: 0,
      names: new Set<string>(),
      count: 0,
    };
    all.set(model.name, pool);
    const line = pool.lines.get(owner) ?? { shards: [], turn: 0, leasedMs: 0 };
    pool.lines.set(owner, line);
    return { pool, line };
  };
  /** Puts the shards of a stage into the queue. */
  const ask = (stage: Stage, sinceMs: number): void => {
    const { pool, line } = lineOf(stage);
    const { model, load, isJudge } = stage;
    const shards = Math.max(1, Math.ceil(load.instances / SHARD_REQUESTS));
    const seconds = gpuSeconds(model.gpuClass ?? "", load, isJudge) / shards;
    let open = shards;
    // a judge's shards follow after a CPU job has read the answers, which also puts them into its pool
    const answered = (endMs: number): void => {
      if (--open === 0) cpuJob(endMs, STEPS_S.read, () => ports.ended(stage, endMs));
    };
    for (let i = 0; i < shards; i++)
      line.shards.push({ stage, answered, seconds, requests: load.instances / shards, sinceMs });
    startWorkers(pool, sinceMs);
  };
  /** The stages of a submission that begin together: a worker finds out which model answers, and a CPU job encodes. */
  const begin = (stages: readonly Stage[], readyMs: number): void => {
    const [stage] = stages;
    if (stage === undefined) return;
    const answered = (endMs: number): void =>
      cpuJob(endMs, STEPS_S.encode * stages.length, (encodedMs) => {
        for (const one of stages) ask(one, encodedMs);
      });
    cpuJob(readyMs, STEPS_S.identify, (sinceMs) => {
      const { pool, line } = lineOf(stage);
      line.shards.push({ stage, answered, seconds: CANARY_S, requests: 0, sinceMs });
      startWorkers(pool, sinceMs);
    });
  };

  return {
    cpu,
    workOf(job) {
      const work = works.get(job);
      if (work === undefined) throw new Error(`no worker ${job}`);
      return work;
    },
    ready(stage, readyMs) {
      const { submission, candidate, siblings, isJudge, model } = stage;
      const id = `${submission} ${candidate.name} ${model.name} ${isJudge}`;
      const here = [...(held.get(id) ?? []), stage];
      held.set(id, here);
      // as today, a judge's job waits for a whole candidate; the candidate's runs come at the same moment
      if (isJudge && here.length === siblings) begin(here, readyMs);
      if (!isJudge && here.length === 1)
        ports.at(readyMs, () => {
          begin(held.get(id) ?? [], readyMs);
        });
    },
  };
}
