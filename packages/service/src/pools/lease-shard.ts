import { acquireLease, isLeaseHeld, type Lease, type LeaseOptions } from "@medhelm/core/jobs/lease";
import { entryFacts } from "@medhelm/core/pools/entry-name";
import { nextOwner, turnAfter, type WaitingOwner } from "@medhelm/core/pools/next-owner";
import {
  blockOf,
  claimed,
  left,
  type Look,
  needsTurn,
  newPool,
  type Place,
  PoolState,
  PoolWeights,
  withTurns,
} from "@medhelm/core/pools/pool-state";
import { QueueEntry, Shard } from "@medhelm/core/pools/shard";
import type { Clock, ObjectStore } from "@medhelm/core/ports";
import { collect } from "@medhelm/core/run/collect";
import { listFolders } from "@medhelm/core/store/list-folders";
import { keys } from "@medhelm/core/store/object-keys";
import { getIfReadable } from "@medhelm/core/store/objects";
import { updateJson } from "@medhelm/core/store/update-json";
import { distinctName } from "@medhelm/core/text/distinct-name";

export interface LeasePorts {
  readonly objects: ObjectStore;
  readonly clock: Clock;
  readonly holder: LeaseOptions["holder"];
  readonly holderIsGone?: LeaseOptions["holderIsGone"];
  readonly holderIsAlive?: LeaseOptions["holderIsAlive"];
  readonly keepLease?: LeaseOptions["keep"];
  readonly leaseTtlMs: number;
  /** The shares of owners. Absent: those that the operator has stored. */
  readonly weights?: Readonly<Record<string, number>>;
}

/** A shard that this worker asks. */
export interface LeasedShard {
  readonly shard: Shard;
  readonly lease: Lease;
  /** How often workers have failed at it. */
  readonly faults: number;
  /** Removes the shard from the queue. Call it when all outcomes are durable. */
  done(): Promise<void>;
  /** Leaves the shard to the next worker. `isFault`: this worker has failed at it. */
  giveBack(isFault: boolean): Promise<void>;
}

interface Waiting extends WaitingOwner {
  /** in their order */
  readonly entries: readonly string[];
}

/**
 * Leases the next shard of a pool, of the owner whose turn it is. Undefined: none waits, or others ask all that wait.
 * A shard whose lane is busy is left, and the next one is tried. One listing and one read of the state decide which ones these are.
 */
export async function leaseShard(ports: LeasePorts, deployment: string): Promise<LeasedShard | undefined> {
  const { objects } = ports;
  const state = (await getIfReadable(objects, keys.poolState(deployment), PoolState)) ?? newPool();
  const gone = await goneLeases(ports, deployment, state);
  const { nowMs, owners } = await waitingOwners(ports, deployment, state);
  const look = { nowMs, gone };
  const turns = new Map<string, Place>();
  let leased: LeasedShard | undefined;
  for (const { owner, entry, turn } of candidates(state, owners, look, turns)) {
    const pool = { turn: state.turn, nowMs };
    leased = await tryShard(ports, deployment, {
      ...look,
      owner: owner.owner,
      entry,
      turns: (requests) => ({ pool: turn, owner: turnAfter(owner, requests, pool) }),
    });
    if (leased !== undefined) break;
  }
  if (turns.size > 0)
    await updateJson(objects, keys.poolState(deployment), PoolState, (stored = newPool()) =>
      withTurns(stored, [...turns.values()], nowMs),
    );
  return leased;
}

/** The shards that nobody asks and whose lanes are free, in the order of the owners' turns. `turns`: collects who must have the next turn in a busy lane. */
function* candidates(
  state: PoolState,
  owners: readonly Waiting[],
  look: Look,
  turns: Map<string, Place>,
): Generator<{ readonly owner: Waiting; readonly entry: string; readonly turn: number }> {
  const asked = new Set(state.active.flatMap(({ entry, nonce }) => (look.gone.has(nonce) ? [] : [entry])));
  const pool = { turn: state.turn, nowMs: look.nowMs };
  for (let open = owners; ; ) {
    const next = nextOwner(open, pool);
    if (next === undefined) return;
    const { owner, turn } = next;
    for (const entry of owner.entries) {
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
  { objects, clock, weights: given }: LeasePorts,
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
      waitingSinceMs: Math.max(first.lastModifiedMs, leasedMs),
      entries: heads.map(({ key }) => key.slice(`${queue}${owner}/`.length, -".json".length)),
    });
  }
  return { nowMs, owners };
}

interface Candidate extends Look {
  readonly owner: string;
  readonly entry: string;
  turns(requests: number): { readonly pool: number; readonly owner: number };
}

async function tryShard(
  ports: LeasePorts,
  deployment: string,
  { owner, entry, nowMs, gone, turns }: Candidate,
): Promise<LeasedShard | undefined> {
  const { objects, clock, holder, holderIsGone, holderIsAlive, keepLease, leaseTtlMs } = ports;
  const entryKey = keys.poolEntry(deployment, owner, entry);
  const acquired = await acquireLease({
    objects,
    clock,
    key: keys.shardLease(deployment, entry),
    ttlMs: leaseTtlMs,
    holder,
    ...(holderIsGone === undefined ? {} : { holderIsGone }),
    ...(holderIsAlive === undefined ? {} : { holderIsAlive }),
    ...(keepLease === undefined ? {} : { keep: keepLease }),
  });
  if (acquired.kind === "taken") return undefined;
  const { lease } = acquired;
  try {
    const of = await getIfReadable(objects, entryKey, QueueEntry); // after the lease: another worker may just have done it
    const shardKey = of && keys.shard(of.suite, of.run, deployment, of.shard);
    const shard = shardKey === undefined ? undefined : await getIfReadable(objects, shardKey, Shard);
    if (of === undefined || shard === undefined || shardKey === undefined) {
      // its run was withdrawn, a worker was killed after it deleted the shard, or the bytes are damaged: the run is then encoded again
      if (shardKey !== undefined) await objects.delete(shardKey);
      await objects.delete(entryKey);
      await lease.release();
      await objects.delete(keys.shardLease(deployment, entry));
      return undefined;
    }
    const claim = { entry, nonce: lease.nonce, of, owner, turns: turns(of.requests), nowMs, gone };
    let isClaimed = false;
    let faults = 0;
    await updateJson(objects, keys.poolState(deployment), PoolState, (stored = newPool()) => {
      isClaimed = stored.active.some(({ nonce }) => nonce === lease.nonce);
      if (isClaimed) return undefined; // a lost reply
      faults = stored.faults[entry] ?? 0;
      const next = claimed(stored, claim);
      isClaimed = next !== undefined;
      return next;
    });
    if (!isClaimed) {
      await lease.release();
      return undefined;
    }
    const leave = (how: { readonly isDone: boolean; readonly isFault: boolean }) =>
      updateJson(objects, keys.poolState(deployment), PoolState, (stored) =>
        stored === undefined ? undefined : left(stored, { entry, nonce: lease.nonce }, how),
      );
    return {
      shard,
      lease,
      faults,
      async done() {
        await objects.delete(shardKey);
        await objects.delete(entryKey);
        await leave({ isDone: true, isFault: false });
        await lease.release();
        await objects.delete(keys.shardLease(deployment, entry));
      },
      async giveBack(isFault) {
        await leave({ isDone: false, isFault });
        await lease.release();
      },
    };
  } catch (error) {
    await lease.release();
    throw error;
  }
}

/** The nonces of active shards whose worker has ended without leaving them. */
async function goneLeases(
  { objects, holderIsGone, holderIsAlive }: LeasePorts,
  deployment: string,
  { active }: Pick<PoolState, "active">,
): Promise<ReadonlySet<string>> {
  const gone = new Set<string>();
  for (const { entry, nonce } of active)
    if (!(await isLeaseHeld(objects, keys.shardLease(deployment, entry), holderIsGone, holderIsAlive))) gone.add(nonce);
  return gone;
}
