import type { Env } from "../env.ts";
import { endpointOf } from "../service-api/open-bucket.ts";
import { readSharedBucket } from "./shared-bucket.ts";

/**
 * A sentence about the old versions of deleted objects that the bucket of a department's output path keeps. Undefined: it keeps none, or the
 * objects are in the folder.
 */
export async function versionsWarning(outputPath: string, env: Env): Promise<string | undefined> {
  const bucket = readSharedBucket(outputPath)?.bucket;
  if (bucket === undefined) return undefined;
  const [{ awsClients }, { keepsVersions }] = await Promise.all([
    import("@medhelm/adapters/aws/aws-clients"),
    import("@medhelm/adapters/objects/s3/keeps-versions"),
  ]);
  const keeps = await keepsVersions(awsClients(endpointOf(env)).s3(), bucket);
  if (keeps === false) return undefined;
  return `the bucket ${bucket} ${keeps ? "keeps" : "may keep"} old versions of deleted objects, which have these texts, too: delete the old versions`;
}
