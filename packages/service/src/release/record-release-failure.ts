import { keys } from "@medhelm/core/store/object-keys";
import { putJson } from "@medhelm/core/store/objects";
import type { Clock, ObjectStore } from "@medhelm/core/ports";
import type { UserError } from "@medhelm/core/user-error";

/** Stores why a release could not be made, for the API to show. */
export async function recordFailure(
  { objects, clock }: { readonly objects: ObjectStore; readonly clock: Pick<Clock, "nowMs"> },
  release: string,
  { message }: UserError,
): Promise<void> {
  const at = new Date(clock.nowMs()).toISOString();
  await putJson(objects, keys.releaseFailed(release), { formatVersion: 1, reason: message, at });
}
