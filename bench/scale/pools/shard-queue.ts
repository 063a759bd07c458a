import { nextOwner, turnAfter } from "@medhelm/core/pools/next-owner";
import type { Piece } from "../simulated-compute.ts";
import type { Model } from "../workload.ts";
import type { Stage, WayPorts } from "./way.ts";

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

/** The queue of a deployment: a line of shards for each owner. */
export interface ShardQueue {
  readonly model: Model;
  put(shard: Shard): void;
  /** The owner whose shard is next. Undefined: no shard waits. */
  nextOwner(nowMs: number): string | undefined;
  /** The next shard, as a piece of work whose end the simulated machine reports. Undefined: no shard waits. */
  lease(nowMs: number): Piece | undefined;
  /** The shards that wait, as `workersFor` reads them. */
  waiting(): { readonly requests: number; readonly lane: string; readonly run: string }[];
}

/** Runs of one model and benchmark are asked one after another. */
const laneOf = ({ model, benchmark }: Stage): string => `${model.name} ${benchmark}`;

/** The queues of all deployments, by the name of the model. */
export function shardQueues(ports: Pick<WayPorts, "started">): (model: Model) => ShardQueue {
  const queues = new Map<string, ShardQueue>();
  return (model) => {
    const queue = queues.get(model.name) ?? shardQueue(ports, model);
    queues.set(model.name, queue);
    return queue;
  };
}

function shardQueue({ started }: Pick<WayPorts, "started">, model: Model): ShardQueue {
  const lines = new Map<string, Line>();
  let poolTurn = 0;
  /** the stage of a lane that is asked now */
  const asked = new Map<string, Stage>();
  /** the shards of a stage that are asked now */
  const active = new Map<Stage, number>();
  const numbers = new Map<Stage, number>();
  const numberOf = (stage: Stage): number => {
    const number = numbers.get(stage) ?? numbers.size;
    numbers.set(stage, number);
    return number;
  };
  const lineOf = (owner: string): Line => {
    const line = lines.get(owner) ?? { shards: [], turn: 0, leasedMs: 0 };
    lines.set(owner, line);
    return line;
  };

  const isFree = ({ stage }: Shard): boolean => (asked.get(laneOf(stage)) ?? stage) === stage;
  const next = (nowMs: number) => {
    const owners = [...lines].flatMap(([owner, line]) => {
      const first = line.shards.find(isFree);
      if (first === undefined) return [];
      const waitingSinceMs = Math.max(first.sinceMs, line.leasedMs);
      return [{ owner, weight: 1, turn: line.turn, waitingSinceMs }];
    });
    return nextOwner(owners, { turn: poolTurn, nowMs });
  };
  const pieceOf = (shard: Shard, nowMs: number): Piece => {
    const { stage, seconds } = shard;
    if (shard.requests > 0) started(stage, nowMs);
    active.set(stage, (active.get(stage) ?? 0) + 1);
    return {
      seconds,
      askingS: seconds,
      end(share, endMs) {
        const left = (active.get(stage) ?? 1) - 1;
        active.set(stage, left);
        if (left === 0 && asked.get(laneOf(stage)) === stage) asked.delete(laneOf(stage));
        if (share < 1)
          lineOf(stage.owner).shards.unshift(shard); // the shard in flight is asked again
        else shard.answered(endMs);
      },
    };
  };

  return {
    model,
    put: (shard) => void lineOf(shard.stage.owner).shards.push(shard),
    nextOwner: (nowMs) => next(nowMs)?.owner.owner,
    lease(nowMs) {
      const found = next(nowMs);
      const line = lines.get(found?.owner.owner ?? "");
      const shard = line?.shards.find(isFree);
      if (found === undefined || line === undefined || shard === undefined) return undefined;
      line.shards.splice(line.shards.indexOf(shard), 1);
      line.turn = turnAfter(found.owner, shard.requests, { turn: poolTurn });
      line.leasedMs = nowMs;
      poolTurn = found.turn;
      if (shard.requests > 0) asked.set(laneOf(shard.stage), shard.stage);
      return pieceOf(shard, nowMs);
    },
    waiting: () =>
      [...lines.values()].flatMap(({ shards }) =>
        shards.map(({ stage, requests }) => ({ requests, lane: laneOf(stage), run: String(numberOf(stage)) })),
      ),
  };
}
