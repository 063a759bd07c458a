import type { ObjectStore } from "@medhelm/core/ports";
import { keys } from "@medhelm/core/store/object-keys";
import type { RunState } from "@medhelm/core/submission";

interface Waiting {
  readonly owner: string;
  readonly suite: string;
  readonly run: string;
}

/**
 * Whether a shard of a run has a place in the queue of the pool for which the run waits, so that no job can continue the run yet. No worker finds a
 * shard that has lost its place: the next job of the run gives it another one.
 */
export async function waitsForPool(
  objects: ObjectStore,
  { owner, suite, run }: Waiting,
  state: RunState,
): Promise<boolean> {
  if (state.state !== "awaiting") return false;
  const { deployment } = state;
  const folder = keys.shards(suite, run, deployment);
  for await (const { key } of objects.list(folder)) {
    const entry = key.slice(folder.length, -".json".length); // a shard is named as its place in the queue
    if ((await objects.head(keys.poolEntry(deployment, owner, entry))) !== undefined) return true;
  }
  return false;
}
