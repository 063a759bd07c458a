import { acquireLease, type Lease, type LeaseOptions } from "@medhelm/core/jobs/lease";
import { turnAfter } from "@medhelm/core/pools/next-owner";
import { claimed, left, type Look, newPool, type Place, PoolState, withTurns } from "@medhelm/core/pools/pool-state";
import { QueueEntry, Shard } from "@medhelm/core/pools/shard";
import { keys } from "@medhelm/core/store/object-keys";
import { updateJson } from "@medhelm/core/store/update-json";
import { type QueuePorts, readOrRemove } from "./read-or-remove.ts";
import { candidates, lookAtPool, type LookPorts } from "./pool-look.ts";

export interface LeasePorts extends LookPorts, QueuePorts {
  readonly holder: LeaseOptions["holder"];
  readonly keepLease?: LeaseOptions["keep"];
  readonly leaseTtlMs: number;
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

/** Changes the state of a pool. A damaged one counts as none, which costs the turns of the owners: each shard has a lease of its own. */
const changeState = (
  { objects }: Pick<LeasePorts, "objects">,
  deployment: string,
  change: (stored: PoolState | undefined) => PoolState | undefined,
) => updateJson(objects, keys.poolState(deployment), PoolState, change, { damaged: "replace" });

/**
 * Leases the next shard of a pool, of the owner whose turn it is. Undefined: none waits, or others ask all that wait.
 * A shard whose lane is busy is left, and the next one is tried. One listing and one read of the state decide which ones these are.
 */
export async function leaseShard(ports: LeasePorts, deployment: string): Promise<LeasedShard | undefined> {
  const look = await lookAtPool(ports, deployment);
  const { state, nowMs, gone } = look;
  const turns = new Map<string, Place>();
  let leased: LeasedShard | undefined;
  for (const { owner, entry, turn } of candidates(look, turns)) {
    const pool = { turn: state.turn, nowMs };
    leased = await tryShard(ports, deployment, {
      nowMs,
      gone,
      owner: owner.owner,
      entry,
      turns: (requests) => ({ pool: turn, owner: turnAfter(owner, requests, pool) }),
    });
    if (leased !== undefined) break;
  }
  if (turns.size > 0)
    await changeState(ports, deployment, (stored = newPool()) => withTurns(stored, [...turns.values()], nowMs));
  return leased;
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
    const of = await readOrRemove(ports, entryKey, QueueEntry); // after the lease: another worker may just have done it
    const shardKey = of && keys.shard(of.suite, of.run, deployment, of.shard);
    const shard = shardKey === undefined ? undefined : await readOrRemove(ports, shardKey, Shard);
    if (of === undefined || shard === undefined || shardKey === undefined) {
      // its run was withdrawn, a worker was killed after it deleted the shard, or the bytes are damaged: the run is then encoded again
      if (of !== undefined) await objects.delete(entryKey);
      await lease.release();
      await objects.delete(keys.shardLease(deployment, entry));
      return undefined;
    }
    const claim = { entry, nonce: lease.nonce, of, owner, turns: turns(of.requests), nowMs, gone };
    let isClaimed = false;
    let faults = 0;
    await changeState(ports, deployment, (stored = newPool()) => {
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
      changeState(ports, deployment, (stored) =>
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
