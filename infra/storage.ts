// The buckets of the object tree (core/src/store/object-keys.ts), separated by lifetime. All are private, encrypted, and TLS only. The Bucket of sst
// blocks public access and plain HTTP, and S3 encrypts every object. This file adds the operator's key and expiry.
import { keys } from "@medhelm/core/store/object-keys";
import { PUBLIC_PAGES } from "@medhelm/core/release/public-pages";
import { isProduction } from "./names.ts";
import { readableByCloudFront } from "./site-readers.ts";
import { encrypted } from "./storage-key.ts";

const ABANDONED_UPLOAD_DAYS = 7;

interface BucketSettings {
  versioning?: boolean;
  expireAfterDays?: number;
  /** keys that everyone may read through CloudFront */
  publicKeys?: string[];
  /** a folder whose objects expire after some days */
  temporary?: { prefix: `${string}/`; days: number };
}

function privateBucket(
  name: string,
  { versioning = false, expireAfterDays, publicKeys, temporary }: BucketSettings = {},
) {
  const bucket = new sst.aws.Bucket(name, {
    versioning,
    ...(publicKeys === undefined ? {} : { policy: [readableByCloudFront(publicKeys)] }),
    cors: false, // the default of sst allows every origin; uploads come from the command line
    transform: { bucket: { forceDestroy: !isProduction } },
  });
  encrypted(name, bucket);
  // the lifecycle of sst's Bucket has expiry only: no abandoned uploads, and no old versions
  new aws.s3.BucketLifecycleConfiguration(`${name}Lifecycle`, {
    bucket: bucket.name,
    rules: [
      {
        id: "expiry",
        status: "Enabled",
        filter: {},
        abortIncompleteMultipartUpload: { daysAfterInitiation: ABANDONED_UPLOAD_DAYS },
        ...(expireAfterDays === undefined ? {} : { expiration: { days: expireAfterDays } }),
        // The operator can restore deleted or replaced objects for 90 days. Then their delete markers go, too.
        ...(versioning
          ? {
              noncurrentVersionExpiration: { noncurrentDays: 90 },
              expiration: { expiredObjectDeleteMarker: true },
            }
          : {}),
      },
      ...(temporary === undefined
        ? []
        : [
            {
              id: "temporary",
              status: "Enabled",
              filter: { prefix: temporary.prefix },
              expiration: { days: temporary.days },
              noncurrentVersionExpiration: { noncurrentDays: temporary.days },
            },
          ]),
    ],
  });
  return bucket;
}

/** submissions/, owners/, suites/, keys/, audit/, jobs/, runs/, releases/ and their requests: data that costs money to make again. */
export const results = privateBucket("Results", {
  versioning: true,
  publicKeys: [PUBLIC_PAGES],
  temporary: { prefix: keys.releaseStagings(), days: 7 }, // a job needs an hour; these are of releases that were never built
});
/**
 * inputs/: files that submitters uploaded. The API accepts a file for 30 days (INPUT_LIFE_MS of service/sweep/expired-inputs.ts), so
 * every submission has 30 days more to read it. The bucket keeps no versions, so that a delete is final.
 */
export const inputs = privateBucket("Inputs", { expireAfterDays: 60 });
/** data/ and cache/: data sets and stored answers. The bucket keeps no versions, so that a delete is final. */
export const data = privateBucket("Data");
/** models/<repo>@<revision>/: weights of served models. */
export const models = privateBucket("Models");
/** work/: leases, outcomes, progress. It keeps no versions, because workers rewrite leases every few seconds. */
export const scratch = privateBucket("Scratch", { expireAfterDays: 90 });

/** The environment variables that name the buckets to functions and jobs; modelsBucketName and siteBucketName hold the others. */
export const bucketNames = {
  MEDHELM_RESULTS_BUCKET: results.name,
  MEDHELM_INPUTS_BUCKET: inputs.name,
  MEDHELM_DATA_BUCKET: data.name,
  MEDHELM_SCRATCH_BUCKET: scratch.name,
};
export const modelsBucketName = { MEDHELM_MODELS_BUCKET: models.name };
