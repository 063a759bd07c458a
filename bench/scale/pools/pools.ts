import { nextOwner, turnAfter } from "@medhelm/core/pools/next-owner";
import { SHARD_REQUESTS } from "@medhelm/core/pools/shard";
import { STARTUP_S } from "../assumptions.ts";
import { gpuSeconds } from "../run-progress.ts";
import type { Piece, Work } from "../simulated-compute.ts";
import type { Model } from "../workload.ts";
import { REPLICAS, type Stage, type Way, type WayPorts } from "./way.ts";

/** A CPU job encodes the prompts of a run into shards: it starts, and writes for some seconds. */
const ENCODE_S = STARTUP_S.fargate + 10;
/** A worker gives its machine back after so long, so that another deployment of the class gets it. */
const MOST_SERVED_S = 3600;
/** A further worker starts for each so many waiting shards, because a load takes as long as several of them. */
const SHARDS_A_WORKER = 8;

interface Shard {
  readonly stage: Stage;
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
  count: number;
}

/** One queue for each deployment, whose workers lease shards of all owners. */
export function pools(ports: WayPorts): Way & { readonly workOf: (job: string) => Work } {
  const all = new Map<string, Pool>();
  const works = new Map<string, Work>();
  const open = new Map<Stage, number>();
  const held = new Map<string, Stage[]>();

  const waitingOf = ({ lines }: Pool): number => [...lines.values()].reduce((sum, line) => sum + line.shards.length, 0);
  const nextOf = (pool: Pool, nowMs: number) => {
    const waiting = [...pool.lines].flatMap(([owner, { shards, turn, leasedMs }]) => {
      const [first] = shards;
      return first === undefined ? [] : [{ owner, weight: 1, turn, waitingSinceMs: Math.max(first.sinceMs, leasedMs) }];
    });
    return nextOwner(waiting, { turn: pool.turn, nowMs });
  };
  const lease = (pool: Pool, nowMs: number): Shard | undefined => {
    const next = nextOf(pool, nowMs);
    const line = pool.lines.get(next?.owner.owner ?? "");
    const shard = line?.shards.shift();
    if (next === undefined || line === undefined || shard === undefined) return undefined;
    line.turn = turnAfter(next.owner, shard.requests, pool);
    line.leasedMs = nowMs;
    pool.turn = next.turn;
    return shard;
  };
  const pieceOf = (pool: Pool, shard: Shard, nowMs: number): Piece => {
    const { stage, seconds } = shard;
    ports.started(stage, nowMs);
    return {
      seconds,
      askingS: seconds,
      end(share, endMs) {
        if (share < 1) {
          pool.lines.get(stage.owner)?.shards.unshift(shard); // the shard in flight is asked again
          return;
        }
        const left = (open.get(stage) ?? 0) - 1;
        open.set(stage, left);
        if (left === 0) ports.ended(stage, endMs);
      },
    };
  };
  const startWorkers = (pool: Pool, nowMs: number): void => {
    const most = Math.min(Math.ceil(waitingOf(pool) / SHARDS_A_WORKER), REPLICAS[pool.model.gpuClass ?? ""] ?? 1);
    while (pool.workers < most) startWorker(pool, nowMs);
  };
  const startWorker = (pool: Pool, nowMs: number): void => {
    pool.workers++;
    const name = `${pool.model.name}-${++pool.count}`;
    let sinceMs: number | undefined;
    works.set(name, {
      model: pool.model,
      owner: nextOf(pool, nowMs)?.owner.owner ?? "", // Batch shares the machines of a class fairly between owners
      next(atMs) {
        sinceMs ??= atMs;
        if (atMs - sinceMs > MOST_SERVED_S * 1000) return undefined;
        const shard = lease(pool, atMs);
        return shard === undefined ? undefined : pieceOf(pool, shard, atMs);
      },
      over(endMs) {
        pool.workers--;
        startWorkers(pool, endMs);
      },
    });
    ports.submit({ name, definition: "worker", environment: { JOB: name } }, nowMs);
  };

  return {
    workOf(job) {
      const work = works.get(job);
      if (work === undefined) throw new Error(`no worker ${job}`);
      return work;
    },
    ready(stage, readyMs) {
      const { submission, candidate, siblings, isJudge } = stage;
      const id = `${submission} ${candidate.name}`;
      const here = [...(held.get(id) ?? []), stage];
      if (!isJudge) return add([stage], readyMs);
      held.set(id, here);
      if (here.length === siblings) add(here, readyMs); // as today, a judge's job waits for a whole candidate
    },
  };
  function add(stages: readonly Stage[], readyMs: number): void {
    const sinceMs = readyMs + ENCODE_S * 1000;
    ports.at(sinceMs, () => {
      for (const stage of stages) {
        const { model, owner, load, isJudge } = stage;
        const pool = all.get(model.name) ?? { model, lines: new Map<string, Line>(), turn: 0, workers: 0, count: 0 };
        all.set(model.name, pool);
        const line = pool.lines.get(owner) ?? { shards: [], turn: 0, leasedMs: 0 };
        pool.lines.set(owner, line);
        const shards = Math.max(1, Math.ceil(load.instances / SHARD_REQUESTS));
        open.set(stage, shards);
        const seconds = gpuSeconds(model.gpuClass ?? "", load, isJudge) / shards;
        for (let i = 0; i < shards; i++)
          line.shards.push({ stage, seconds, requests: load.instances / shards, sinceMs });
        startWorkers(pool, sinceMs);
      }
    });
  }
}
