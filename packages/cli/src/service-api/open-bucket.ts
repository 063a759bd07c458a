import type { ObjectStore } from "@medhelm/core/ports";
import type { Env } from "../env.ts";

/** A bucket of a service, with the operator's own rights there: AWS's usual environment, profile or role. */
export async function openBucket(bucket: string, env: Env): Promise<ObjectStore> {
  // hundreds of kB that few commands need
  const [{ awsClients }, { s3Store }] = await Promise.all([
    import("@medhelm/adapters/aws/aws-clients"),
    import("@medhelm/adapters/objects/s3-store"),
  ]);
  const endpoint = env["AWS_ENDPOINT_URL_S3"]; // an S3 that is not AWS's
  return s3Store({ client: awsClients(endpoint === undefined ? {} : { endpoint }).s3, bucket });
}
