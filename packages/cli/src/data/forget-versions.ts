import { TOP_FOLDERS } from "@medhelm/core/store/object-keys";
import type { Env } from "../env.ts";
import { readSharedBucket } from "../places/shared-bucket.ts";
import { endpointOf } from "../service-api/open-bucket.ts";

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
  const [{ awsClients }, { deleteVersions }] = await Promise.all([
    import("@medhelm/adapters/aws/aws-clients"),
    import("@medhelm/adapters/objects/s3/delete-versions"),
  ]);
  const client = awsClients(endpointOf(env)).s3();
  let deleted = 0;
  for (const folder of WITH_TEXTS) {
    const before = deleted;
    const report = (done: number, total: number): void => onDeleted(before + done, before + total);
    deleted += await deleteVersions(client, bucket, folder, report);
  }
  return deleted;
}
