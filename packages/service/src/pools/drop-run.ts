import { type PoolStop, Shard, type ShardOf } from "@medhelm/core/pools/shard";
import type { ObjectStore } from "@medhelm/core/ports";
import { keys } from "@medhelm/core/store/object-keys";
import { getIfReadable, putJson } from "@medhelm/core/store/objects";

/** Removes all shards of a run from a pool. With `stop`, the next job of the run records why. */
export async function dropRun(
  objects: ObjectStore,
  { suite, run, deployment, owner }: Pick<ShardOf, "suite" | "run" | "deployment" | "owner">,
  stop?: Omit<PoolStop, "formatVersion">,
): Promise<void> {
  if (stop !== undefined) await putJson(objects, keys.poolStop(suite, run, deployment), { formatVersion: 1, ...stop });
  for await (const { key } of objects.list(keys.shards(suite, run, deployment))) {
    const shard = await getIfReadable(objects, key, Shard);
    await objects.delete(key);
    if (shard !== undefined) await objects.delete(keys.poolEntry(deployment, owner, shard.entry));
  }
}
