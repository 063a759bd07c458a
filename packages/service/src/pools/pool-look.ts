import { isLeaseHeld, type LeaseOptions } from "@medhelm/core/jobs/lease";
import { entryFacts } from "@medhelm/core/pools/entry-name";
import { inTurns } from "@medhelm/core/pools/in-turns";
import { nextOwner, type WaitingOwner } from "@medhelm/core/pools/next-owner";
import {
  blockOf,
  type Look,
  needsTurn,
  newPool,
  type Place,
  PoolState,
  PoolWeights,
} from "@medhelm/core/pools/pool-state";
import type { Clock, ObjectStore } from "@medhelm/core/ports";
import { collect } from "@medhelm/core/run/collect";
import { listFolders } from "@medhelm/core/store/list-folders";
import { keys } from "@medhelm/core/store/object-keys";
import { getIfReadable } from "@medhelm/core/store/objects";
import { distinctName } from "@medhelm/core/text/distinct-name";

export interface LookPorts {
  readonly objects: ObjectStore;
  readonly clock: Clock;
  readonly holderIsGone?: LeaseOptions["holderIsGone"];
  readonly holderIsAlive?: LeaseOptions["holderIsAlive"];
  /** The shares of owners. Absent: those that the operator has stored. */
  readonly weights?: Readonly<Record<string, number>>;
}

/** An owner whose shards wait or are asked. */
interface Waiting extends WaitingOwner {
  /** in their order */
  readonly entries: readonly string[];
}

/** A pool as a worker finds it. */
export interface PoolLook extends Look {
  readonly state: PoolState;
  readonly owners: readonly Waiting[];
}

/** Reads the state of a pool and the names in its queue, and no shard. */
export async function lookAtPool(ports: LookPorts, deployment: string): Promise<PoolLook> {
  const state = (await getIfReadable(ports.objects, keys.poolState(deployment), PoolState)) ?? newPool();
  const gone = await goneLeases(ports, deployment, state);
  return { state, gone, ...(await waitingOwners(ports, deployment, state)) };
}

/** The shards that nobody asks and whose lanes are free, in the order of the turns of owners and of their submissions. `turns`: collects who must have the next turn in a busy lane. */
export function* candidates(
  { state, owners, ...look }: PoolLook,
  turns: Map<string, Place>,
): Generator<{ readonly owner: Waiting; readonly entry: string; readonly turn: number }> {
  const asked = new Set(state.active.flatMap(({ entry, nonce }) => (look.gone.has(nonce) ? [] : [entry])));
  const pool = { turn: state.turn, nowMs: look.nowMs };
  for (let open = owners; ; ) {
    const next = nextOwner(open, pool);
    if (next === undefined) return;
    const { owner, turn } = next;
    for (const entry of inTurns(owner.entries, state.owners[owner.owner]?.submission)) {
      if (asked.has(entry)) continue;
      const place = entryFacts(entry);
      const block = place && blockOf(state, place, look);
      if (place === undefined) yield { owner, entry, turn };
      else if ((turns.get(place.lane)?.run ?? place.run) !== place.run)
        continue; // an owner before has the next turn
      else if (block === undefined) yield { owner, entry, turn };
      else if (block === "asked" && needsTurn(state, place, look.nowMs)) turns.set(place.lane, place);
    }
    open = open.filter((one) => one !== owner);
  }
}

async function waitingOwners(
  { objects, clock, weights: given }: LookPorts,
  deployment: string,
  state: PoolState,
): Promise<{ readonly nowMs: number; readonly owners: Waiting[] }> {
  const queue = keys.poolQueue(distinctName(deployment));
  const weights = given ?? (await getIfReadable(objects, keys.poolWeights(), PoolWeights))?.weights ?? {};
  const owners: Waiting[] = [];
  let nowMs = clock.nowMs();
  for (const owner of await listFolders(objects, queue)) {
    const heads = await collect(objects.list(`${queue}${owner}/`));
    const [first] = heads;
    if (first === undefined) continue;
    nowMs = first.storeNowMs; // of the store, as the times of the entries
    const { turn, leasedMs = 0 } = state.owners[owner] ?? {};
    owners.push({
      owner,
      weight: weights[owner] ?? 1,
      ...(turn === undefined ? {} : { turn }),
      // a lease later than now is of a clock that was wrong
      waitingSinceMs: Math.max(first.lastModifiedMs, leasedMs > nowMs ? 0 : leasedMs),
      entries: heads.map(({ key }) => key.slice(`${queue}${owner}/`.length, -".json".length)),
    });
  }
  return { nowMs, owners };
}

/** The nonces of active shards whose worker has ended without leaving them. */
async function goneLeases(
  { objects, holderIsGone, holderIsAlive }: LookPorts,
  deployment: string,
  { active }: Pick<PoolState, "active">,
): Promise<ReadonlySet<string>> {
  const gone = new Set<string>();
  for (const { entry, nonce } of active)
    if (!(await isLeaseHeld(objects, keys.shardLease(deployment, entry), holderIsGone, holderIsAlive))) gone.add(nonce);
  return gone;
}
