import type { Index, ObjectStore } from "@medhelm/core/ports";
import type { BucketNames } from "@medhelm/adapters/objects/s3-tree";
import { siteHeaders } from "@medhelm/service/release/site/site-headers";
import type { Env } from "../env.ts";

/** Opens a bucket of a service with the operator's own rights, from AWS's usual environment variables, profile or role. */
export async function openBucket(bucket: string, env: Env): Promise<ObjectStore> {
  // imported here, because few commands need these hundreds of kB
  const [{ awsClients }, { s3Store }] = await Promise.all([
    import("@medhelm/adapters/aws/aws-clients"),
    import("@medhelm/adapters/objects/s3-store"),
  ]);
  return s3Store({ client: awsClients(endpointOf(env)).s3, bucket });
}

/** The address of an S3 server that is not AWS's. */
export function endpointOf(env: Env): { readonly endpoint?: string } {
  const endpoint = env["AWS_ENDPOINT_URL_S3"];
  return endpoint === undefined ? {} : { endpoint };
}

/** Opens several buckets of a service as one tree, with the operator's own rights. */
export async function openTree(buckets: BucketNames, env: Env): Promise<ObjectStore> {
  const [{ awsClients }, { s3Tree }] = await Promise.all([
    import("@medhelm/adapters/aws/aws-clients"),
    import("@medhelm/adapters/objects/s3-tree"),
  ]);
  const { s3 } = awsClients(endpointOf(env));
  return s3Tree(buckets, { client: s3, headers: siteHeaders });
}

/** Opens the index of a service, with the operator's own rights. */
export async function openTable(table: string): Promise<Index> {
  const [{ awsClients }, { dynamoIndex }] = await Promise.all([
    import("@medhelm/adapters/aws/aws-clients"),
    import("@medhelm/adapters/index/dynamo-index"),
  ]);
  return dynamoIndex({ table, client: awsClients().dynamo });
}
