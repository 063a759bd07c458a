import { isFirstWorker, noWorkers, PoolWorkers, type WorkerState } from "@medhelm/core/pools/pool-workers";
import type { ObjectStore } from "@medhelm/core/ports";
import { keys } from "@medhelm/core/store/object-keys";
import { getIfReadable } from "@medhelm/core/store/objects";
import { updateJson } from "@medhelm/core/store/update-json";

/** `pool`: its folder's name (keys.pools). */
export const readPoolWorkers = async (objects: ObjectStore, pool: string): Promise<PoolWorkers> =>
  (await getIfReadable(objects, keys.poolWorkers(pool), PoolWorkers)) ?? noWorkers();

/** Changes the record of the workers. `change` returns undefined if it must stay as it is. A damaged record counts as none: jobs are known by their names. */
export const changePoolWorkers = async (
  objects: ObjectStore,
  pool: string,
  change: (record: PoolWorkers) => PoolWorkers | undefined,
): Promise<void> =>
  void (await updateJson(objects, keys.poolWorkers(pool), PoolWorkers, (stored = noWorkers()) => change(stored), {
    damaged: "replace",
  }));

/** A worker's record of itself: users see whether their model loads or answers. */
export interface OwnRecord {
  reach(state: WorkerState): Promise<void>;
  /** Whether the worker waits for further shards: the others end when they find none. */
  isFirst(): Promise<boolean>;
}

export const ownRecord = (objects: ObjectStore, pool: string, n: number): OwnRecord => ({
  reach: (state) =>
    changePoolWorkers(objects, pool, (record) =>
      record.workers[n] === state ? undefined : { ...record, workers: { ...record.workers, [n]: state } },
    ),
  isFirst: async () => isFirstWorker(await readPoolWorkers(objects, pool), n),
});
