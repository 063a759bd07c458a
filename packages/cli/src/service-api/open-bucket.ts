import type { Index, ObjectStore } from "@medhelm/core/ports";
import type { BucketNames } from "@medhelm/adapters/objects/s3-tree";
import { siteHeaders } from "@medhelm/service/release/site/site-headers";
import type { S3Client } from "@aws-sdk/client-s3";
import { silenceOf } from "../terminal/say-silent.ts";
import type { Env } from "../env.ts";

/** Opens a bucket of a service with the operator's own rights, from AWS's usual environment variables, profile or role. */
export async function openBucket(bucket: string, env: Env): Promise<ObjectStore> {
  // imported here, because few commands need these hundreds of kB
  const [{ awsClients }, { s3Store }] = await Promise.all([
    import("@medhelm/adapters/aws/aws-clients"),
    import("@medhelm/adapters/objects/s3-store"),
  ]);
  return s3Store({ client: audible(awsClients(endpointOf(env)).s3, env), bucket });
}

/** The client, which names its server after ten seconds without a reply: the SDK itself waits for ever. */
function audible(s3: () => S3Client, env: Env): () => S3Client {
  let made: S3Client | undefined;
  const { endpoint } = endpointOf(env);
  const watch = silenceOf(endpoint === undefined ? "S3" : `the S3 server ${new URL(endpoint).host}`);
  return () => {
    if (made !== undefined) return made;
    made = s3();
    made.middlewareStack.add((next) => (args) => watch.during(() => next(args)), {
      step: "deserialize",
      name: "silence",
      priority: "low", // next to the connection, so that a pause before another attempt is no silence
    });
    return made;
  };
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
  return s3Tree(buckets, { client: audible(s3, env), headers: siteHeaders });
}

/** Opens the index of a service, with the operator's own rights. */
export async function openTable(table: string): Promise<Index> {
  const [{ awsClients }, { dynamoIndex }] = await Promise.all([
    import("@medhelm/adapters/aws/aws-clients"),
    import("@medhelm/adapters/index/dynamo-index"),
  ]);
  return dynamoIndex({ table, client: awsClients().dynamo });
}
