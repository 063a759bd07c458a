import { SHARD_REQUESTS } from "@medhelm/core/pools/shard";
import type { Clock, Compute, Index, Log, ObjectStore } from "@medhelm/core/ports";
import { keys } from "@medhelm/core/store/object-keys";
import { putJson } from "@medhelm/core/store/objects";
import { UserError } from "@medhelm/core/user-error";
import { tendPools } from "@medhelm/service/pools/tend-pools";

export interface PoolOptions {
  /** Pools ask the deployments that have a server. Absent: each submission has jobs of its own. */
  readonly pools?: boolean | undefined;
  /** The shares of owners in the pools. An owner that is not named has the weight 1. */
  readonly poolWeights?: readonly { readonly owner: string; readonly weight: number }[];
  /** The maximum number of workers of one pool. Absent: one. */
  readonly poolWorkers?: number | undefined;
}

/** @throws UserError for settings of pools without --pools */
export function checkPoolOptions({ pools = false, poolWeights = [], poolWorkers }: PoolOptions): void {
  if (pools) return;
  if (poolWeights.length > 0)
    throw new UserError("--pool-weights needs pools; add --pools, or leave --pool-weights out");
  if (poolWorkers !== undefined)
    throw new UserError("--pool-workers needs pools; add --pools, or leave --pool-workers out");
}

export async function storePoolWeights(objects: ObjectStore, { poolWeights = [] }: PoolOptions): Promise<void> {
  await putJson(objects, keys.poolWeights(), {
    formatVersion: 1,
    weights: Object.fromEntries(poolWeights.map(({ owner, weight }) => [owner, weight])),
  });
}

/** Starts the workers that the pools lack. Their servers run elsewhere, so that a full shard pays for a further worker. */
export const tendStackPools = (
  ports: {
    readonly objects: ObjectStore;
    readonly index: Index;
    readonly clock: Clock;
    readonly compute: Compute;
    readonly claimMs: number;
    readonly log: Log;
  },
  { poolWorkers = 1 }: PoolOptions,
): Promise<void> => tendPools({ ...ports, mostWorkers: () => poolWorkers, requestsAWorker: SHARD_REQUESTS });
