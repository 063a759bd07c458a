import { entryName, markOf } from "@medhelm/core/pools/entry-name";
import { turnAfter } from "@medhelm/core/pools/next-owner";
import { claimed, left, newPool, type Place, type PoolState, withTurns } from "@medhelm/core/pools/pool-state";
import { answerScope } from "@medhelm/core/run/asking/answer-scope";
import { candidates, type PoolLook } from "@medhelm/service/pools/pool-look";
import type { Model } from "../workload.ts";
import type { Stage, WayPorts } from "./way.ts";

export interface NewShard {
  readonly stage: Stage;
  /** The next step of its stage, when all of its shards are answered. */
  readonly answered: (endMs: number) => void;
  readonly seconds: number;
  readonly requests: number;
  readonly sinceMs: number;
}
interface Shard extends NewShard {
  readonly of: { readonly suite: string; readonly run: string; readonly lane: string };
  leftS: number;
}

/** A shard that a worker asks. Its answers so far stay when the worker leaves it. */
export interface LeasedShard {
  readonly leftS: number;
  /** Counts the time in which the worker has asked. */
  asked(seconds: number): void;
  /** Whether the worker could ask a shard of another owner. */
  othersWait(nowMs: number): boolean;
  giveBack(): void;
  done(nowMs: number): void;
}

/** The queue of a deployment, with the leasing of the product (core/pools and service/pools). */
export interface ShardQueue {
  readonly model: Model;
  put(shard: NewShard): void;
  /** Undefined: no shard waits, or others ask all that wait. */
  lease(nowMs: number): LeasedShard | undefined;
  /** The shards of the queue, as `workersFor` reads them. */
  waiting(): { readonly requests: number; readonly lane: string; readonly run: string }[];
}

/** Requests of a shard in which the pool finds out which model answers. */
const IDENTIFIES = 0;
const SUITE = "pools";

/** The queues of all deployments, by the name of the model. */
export function shardQueues(ports: Pick<WayPorts, "started">): (model: Model) => ShardQueue {
  const queues = new Map<string, ShardQueue>();
  return (model) => {
    const queue = queues.get(model.name) ?? shardQueue(ports, model);
    queues.set(model.name, queue);
    return queue;
  };
}

const laneOf = ({ benchmark, access, owner }: Stage, run: string, requests: number): string =>
  requests === IDENTIFIES ? `the model of ${run}` : `${answerScope(access, owner)} ${benchmark}`;

function shardQueue({ started }: Pick<WayPorts, "started">, model: Model): ShardQueue {
  let state: PoolState = newPool();
  let count = 0;
  /** by owner: the names of the entries in their order, those that are asked included */
  const entries = new Map<string, string[]>();
  const shards = new Map<string, Shard>();
  const runs = new Map<Stage, string>();
  const owners = (): string[] => [...entries.keys()].toSorted();

  const lookAt = (nowMs: number, without?: { readonly owner: string; readonly nonce: string }): PoolLook => ({
    state,
    nowMs,
    gone: new Set(without === undefined ? [] : [without.nonce]),
    owners: owners().flatMap((owner) => {
      if (owner === without?.owner) return [];
      const own = entries.get(owner) ?? [];
      const first = shards.get(own[0] ?? "");
      if (first === undefined) return [];
      const { turn, leasedMs = 0 } = state.owners[owner] ?? {};
      const waitingSinceMs = Math.max(first.sinceMs, leasedMs);
      return [{ owner, weight: 1, ...(turn !== undefined && { turn }), waitingSinceMs, entries: own }];
    }),
  });
  const leased = (entry: string, shard: Shard): LeasedShard => {
    const nonce = `lease of ${entry}`;
    const { owner } = shard.stage;
    const leave = (isDone: boolean): void => void (state = left(state, { entry, nonce }, { isDone, isFault: false }));
    return {
      get leftS() {
        return shard.leftS;
      },
      asked: (seconds) => void (shard.leftS -= seconds),
      othersWait: (nowMs) => candidates(lookAt(nowMs, { owner, nonce }), new Map()).next().done !== true,
      giveBack: () => leave(false),
      done(nowMs) {
        leave(true);
        shards.delete(entry);
        const rest = (entries.get(owner) ?? []).filter((one) => one !== entry);
        if (rest.length === 0) entries.delete(owner);
        else entries.set(owner, rest);
        shard.answered(nowMs);
      },
    };
  };

  return {
    model,
    put(shard) {
      const { stage, requests, sinceMs, seconds } = shard;
      const run = runs.get(stage) ?? `run ${runs.size}`;
      runs.set(stage, run);
      const lane = laneOf(stage, run, requests);
      const nth = count++;
      const submission = markOf(String(stage.submission));
      const marks = { lane: markOf(lane), run: markOf(`${SUITE}/${run}`), submission };
      const facts = { encodedMs: Math.round(sinceMs), requests: Math.round(requests), ...marks };
      const entry = entryName(facts, { nth, uuid: String(nth) });
      shards.set(entry, { ...shard, of: { suite: SUITE, run, lane }, leftS: seconds });
      entries.set(stage.owner, [...(entries.get(stage.owner) ?? []), entry]);
    },
    lease(nowMs) {
      const look = lookAt(nowMs);
      const turns = new Map<string, Place>();
      let found: LeasedShard | undefined;
      for (const { owner, entry, turn } of candidates(look, turns)) {
        const shard = shards.get(entry);
        if (shard === undefined) throw new Error(`no shard ${entry}`);
        const after = turnAfter(owner, shard.requests, { turn: state.turn });
        const claim = { entry, nonce: `lease of ${entry}`, of: shard.of, owner: owner.owner, nowMs, gone: look.gone };
        const next = claimed(state, { ...claim, turns: { pool: turn, owner: after } });
        if (next === undefined) continue;
        state = next;
        if (shard.requests !== IDENTIFIES) started(shard.stage, nowMs);
        found = leased(entry, shard);
        break;
      }
      state = withTurns(state, [...turns.values()], nowMs) ?? state;
      return found;
    },
    waiting: () => [...shards.values()].map(({ requests, of }) => ({ requests, lane: of.lane, run: of.run })),
  };
}
