import type { Env } from "../env.ts";
import { endpointOf } from "../service-api/open-bucket.ts";

/**
 * Deletes the old versions that a bucket keeps below prefixes.
 * @returns the number of versions
 */
export async function deleteOldVersions(
  bucket: string,
  { prefixes, isOf }: { readonly prefixes: readonly string[]; readonly isOf?: (key: string) => boolean },
  env: Env,
  onDeleted: (done: number, total: number) => void,
): Promise<number> {
  const [{ awsClients }, { deleteVersions }] = await Promise.all([
    import("@medhelm/adapters/aws/aws-clients"),
    import("@medhelm/adapters/objects/s3/delete-versions"),
  ]);
  const client = awsClients(endpointOf(env)).s3();
  let deleted = 0;
  for (const prefix of prefixes) {
    const before = deleted;
    const report = (done: number, total: number): void => onDeleted(before + done, before + total);
    deleted += await deleteVersions(client, bucket, prefix, report, isOf);
  }
  return deleted;
}
