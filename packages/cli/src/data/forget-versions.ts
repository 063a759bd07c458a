import { TOP_FOLDERS } from "@medhelm/core/store/object-keys";
import type { Env } from "../env.ts";
import { deleteOldVersions } from "../places/delete-old-versions.ts";
import { readSharedBucket } from "../places/shared-bucket.ts";

const { runs, releases, cache, work, inputs, submissions, jobs } = TOP_FOLDERS;
/** The folders whose objects have texts, or had them. The audit trail and the keys stay as they are. */
const WITH_TEXTS = [runs, releases, cache, work, inputs, submissions, jobs];

/**
 * Deletes the old versions of all objects with texts from the bucket of an output path. Undefined: the objects are in the folder, which keeps no
 * versions.
 * @returns the number of versions
 */
export async function forgetVersions(
  outputPath: string,
  env: Env,
  onDeleted: (done: number, total: number) => void,
): Promise<number | undefined> {
  const bucket = readSharedBucket(outputPath)?.bucket;
  if (bucket === undefined) return undefined;
  return deleteOldVersions(bucket, { prefixes: WITH_TEXTS }, env, onDeleted);
}
