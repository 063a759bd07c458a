import { keys } from "@medhelm/core/store/object-keys";
import { putJson } from "@medhelm/core/store/objects";
import type { Clock, ObjectStore } from "@medhelm/core/ports";
import type { ReleaseFailure, StoredRelease } from "@medhelm/core/release/release-request";
import type { UserError } from "@medhelm/core/user-error";
import { requestId } from "./request-id.ts";

/** Stores why the files or the site of a release could not be made, for the API to show. */
export async function recordFailure(
  { objects, clock }: { readonly objects: ObjectStore; readonly clock: Pick<Clock, "nowMs"> },
  stored: StoredRelease,
  step: "build" | "site",
  { message }: UserError,
): Promise<void> {
  const at = new Date(clock.nowMs()).toISOString();
  const failure: ReleaseFailure = { formatVersion: 1, reason: message, at, step, request: requestId(stored) };
  await putJson(objects, keys.releaseFailed(stored.request.name), failure);
}
