import type { PoolStop, ShardOf } from "@medhelm/core/pools/shard";
import type { ObjectStore } from "@medhelm/core/ports";
import { keys } from "@medhelm/core/store/object-keys";
import { putJson } from "@medhelm/core/store/objects";
import { CONCURRENT_READS, forEachBounded } from "../concurrency/map-bounded.ts";

/** Removes all shards of a run from a pool, without reading them. With `stop`, the next job of the run records why. */
export async function dropRun(
  objects: ObjectStore,
  { suite, run, deployment, owner }: Pick<ShardOf, "suite" | "run" | "deployment" | "owner">,
  stop?: Omit<PoolStop, "formatVersion">,
): Promise<void> {
  if (stop !== undefined) await putJson(objects, keys.poolStop(suite, run, deployment), { formatVersion: 1, ...stop });
  const folder = keys.shards(suite, run, deployment);
  await forEachBounded(objects.list(folder), CONCURRENT_READS, async ({ key }) => {
    const entry = key.slice(folder.length, -".json".length); // a shard is named as its place in the queue
    await objects.delete(key);
    await objects.delete(keys.poolEntry(deployment, owner, entry));
  });
}
