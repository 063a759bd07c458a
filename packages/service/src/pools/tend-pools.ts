import { isActive } from "@medhelm/core/jobs/job";
import { QueueEntry } from "@medhelm/core/pools/shard";
import type { Compute, ObjectStore } from "@medhelm/core/ports";
import { listFolders } from "@medhelm/core/store/list-folders";
import { keys } from "@medhelm/core/store/object-keys";
import { getIfReadable } from "@medhelm/core/store/objects";

/** Starts a worker for each pool in which a shard waits and no worker is active. */
export async function tendPools({
  objects,
  compute,
}: {
  readonly objects: ObjectStore;
  readonly compute: Compute;
}): Promise<void> {
  for (const pool of await listFolders(objects, keys.pools())) {
    const first = await firstEntry(objects, pool);
    if (first === undefined) continue;
    const name = `pool-${pool}`;
    const [newest] = await compute.findByName(name);
    if (isActive(newest)) continue;
    await compute.submit({
      name,
      definition: "worker",
      environment: { MEDHELM_POOL: first.deployment },
      owner: first.owner, // whose shard is the first; a job queue shares the machines between owners
    });
  }
}

async function firstEntry(objects: ObjectStore, pool: string) {
  const queue = keys.poolQueue(pool);
  for await (const { key } of objects.list(queue)) {
    const entry = await getIfReadable(objects, key, QueueEntry);
    if (entry !== undefined) return { ...entry, owner: key.slice(queue.length).split("/", 1)[0] ?? "" };
  }
  return undefined;
}
