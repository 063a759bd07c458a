import { keys } from "@medhelm/core/store/object-keys";
import { openRelease } from "@medhelm/core/store/release-files";
import type { ObjectStore } from "@medhelm/core/ports";
import { mapBounded } from "../concurrency/map-bounded.ts";
import { listKeys } from "./list-keys.ts";
import { MAX_WRITES } from "./write-release.ts";

/** Deletes the attempts to build a release, except the published one. Call it only when no job of the release can publish another one. */
export async function deleteAttempts(objects: ObjectStore, release: string): Promise<void> {
  const attempts = await listKeys(objects, keys.releaseAttempts(release));
  const { record } = await openRelease(objects, release); // after the list, which may contain the attempt of this record
  const published = keys.releaseAttempt(release, record?.folder ?? "none");
  const unpublished = attempts.filter((key) => !key.startsWith(published));
  await mapBounded(unpublished, MAX_WRITES, (key) => objects.delete(key));
}

/** Deletes the plans and the shards of a release, too. On AWS a lifecycle rule does that. */
export async function deleteUnfinished(objects: ObjectStore, release: string): Promise<void> {
  await deleteAttempts(objects, release);
  await mapBounded(await listKeys(objects, keys.releaseWork(release)), MAX_WRITES, (key) => objects.delete(key));
}
