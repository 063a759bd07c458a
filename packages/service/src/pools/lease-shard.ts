import { acquireLease, isLeaseHeld, type Lease, type LeaseOptions } from "@medhelm/core/jobs/lease";
import { nextOwner, turnAfter, type WaitingOwner } from "@medhelm/core/pools/next-owner";
import { claimed, left, newPool, PoolState, PoolWeights } from "@medhelm/core/pools/pool-state";
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
  readonly entries: string[];
}

/**
 * Leases the next shard of a pool, of the owner whose turn it is. Undefined: none waits, or others ask all that wait.
 * A shard whose lane is busy is left, and the next one is tried.
 */
export async function leaseShard(ports: LeasePorts, deployment: string): Promise<LeasedShard | undefined> {
  const { objects } = ports;
  const state = (await getIfReadable(objects, keys.poolState(deployment), PoolState)) ?? newPool();
  const { nowMs, owners } = await waitingOwners(ports, deployment, state);
  for (let open = owners; open.length > 0; open = open.filter(({ entries }) => entries.length > 0)) {
    const pool = { turn: state.turn, nowMs };
    const next = nextOwner(open, pool);
    const entry = next?.owner.entries.shift();
    if (next === undefined || entry === undefined) return undefined;
    const turns = (requests: number) => ({ pool: next.turn, owner: turnAfter(next.owner, requests, pool) });
    const leased = await tryShard(ports, deployment, { owner: next.owner.owner, entry, turns, nowMs });
    if (leased !== undefined) return leased;
  }
  return undefined;
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

interface Candidate {
  readonly owner: string;
  readonly entry: string;
  readonly nowMs: number;
  turns(requests: number): { readonly pool: number; readonly owner: number };
}

async function tryShard(
  ports: LeasePorts,
  deployment: string,
  { owner, entry, nowMs, turns }: Candidate,
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
    const gone = await goneLeases(ports, deployment);
    const claim = { entry, nonce: lease.nonce, of, owner, turns: turns(of.requests), nowMs, gone };
    let isClaimed = false;
    let faults = 0;
    await updateJson(objects, keys.poolState(deployment), PoolState, (stored = newPool()) => {
      if (stored.active.some(({ nonce }) => nonce === lease.nonce)) return undefined; // a lost reply
      faults = stored.faults[entry] ?? 0;
      const next = claimed(stored, claim);
      ({ isClaimed } = next);
      return next.state;
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
): Promise<ReadonlySet<string>> {
  const state = await getIfReadable(objects, keys.poolState(deployment), PoolState);
  const gone = new Set<string>();
  for (const { entry, nonce } of state?.active ?? [])
    if (!(await isLeaseHeld(objects, keys.shardLease(deployment, entry), holderIsGone, holderIsAlive))) gone.add(nonce);
  return gone;
}
