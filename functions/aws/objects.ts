import { S3Client } from "@aws-sdk/client-s3";
import { type BucketName, type BucketNames, s3Tree } from "@medhelm/adapters/objects/s3-tree";
import type { ObjectStore } from "@medhelm/core/ports";
import type { Env } from "./environment.ts";
import { siteHeaders } from "@medhelm/service/release/site/site-headers";

/** True if the SDK's variables set another address for S3: a stand-in of the tests, which has no host name per bucket. */
const hasCustomEndpoint = (env: Env): boolean => (env["AWS_ENDPOINT_URL_S3"] ?? env["AWS_ENDPOINT_URL"] ?? "") !== "";

/** The object tree over the buckets that the environment names. The client is created at its first use. */
export function awsObjects(env: Env): ObjectStore {
  let client: S3Client | undefined;
  return s3Tree(bucketsOf(env), {
    client: () => (client ??= new S3Client({ forcePathStyle: hasCustomEndpoint(env) })),
    headers: siteHeaders,
  });
}

const VARIABLES: Readonly<Record<BucketName, string>> = {
  results: "MEDHELM_RESULTS_BUCKET",
  inputs: "MEDHELM_INPUTS_BUCKET",
  data: "MEDHELM_DATA_BUCKET",
  models: "MEDHELM_MODELS_BUCKET",
  scratch: "MEDHELM_SCRATCH_BUCKET",
  site: "MEDHELM_SITE_BUCKET",
};

function bucketsOf(env: Env): BucketNames {
  return Object.fromEntries(
    Object.entries(VARIABLES).flatMap(([bucket, variable]) => {
      const name = env[variable];
      return name === undefined || name === "" ? [] : [[bucket, name]];
    }),
  );
}
