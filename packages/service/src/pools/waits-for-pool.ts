import type { ObjectStore } from "@medhelm/core/ports";
import { hasObjects } from "@medhelm/core/store/has-objects";
import { keys } from "@medhelm/core/store/object-keys";
import type { RunState } from "@medhelm/core/submission";

/** Whether a pool has shards of a run that waits for it, so that no job can continue the run yet. */
export const waitsForPool = async (
  objects: ObjectStore,
  { suite, run }: { readonly suite: string; readonly run: string },
  state: RunState,
): Promise<boolean> =>
  state.state === "awaiting" && (await hasObjects(objects, keys.shards(suite, run, state.deployment)));
