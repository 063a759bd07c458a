// The object tree of core/object-keys.ts, split by how long things live. All private, TLS only, encrypted at rest.
// sst's Bucket blocks public access and denies plain HTTP by itself; encryption and expiry are said here.
import { isProduction } from "./names.ts";

const ABANDONED_UPLOAD_DAYS = 7;

function privateBucket(
  name: string,
  { versioning = false, expireAfterDays }: { versioning?: boolean; expireAfterDays?: number } = {},
) {
  const bucket = new sst.aws.Bucket(name, {
    versioning,
    cors: false, // sst's default lets every origin do everything; uploads come from the command line
    transform: { bucket: { forceDestroy: !isProduction } },
  });
  new aws.s3.BucketServerSideEncryptionConfiguration(`${name}Encryption`, {
    bucket: bucket.name,
    rules: [{ applyServerSideEncryptionByDefault: { sseAlgorithm: "AES256" } }],
  });
  new aws.s3.BucketLifecycleConfiguration(`${name}Lifecycle`, {
    bucket: bucket.name,
    rules: [
      {
        id: "expiry",
        status: "Enabled",
        filter: {},
        abortIncompleteMultipartUpload: { daysAfterInitiation: ABANDONED_UPLOAD_DAYS },
        ...(expireAfterDays === undefined ? {} : { expiration: { days: expireAfterDays } }),
        // what was deleted or replaced by mistake can be had back for this long, and is then gone, with the mark that it was deleted:
        // the sweep lists a folder in which every submission leaves one
        ...(versioning
          ? {
              noncurrentVersionExpiration: { noncurrentDays: 90 },
              expiration: { expiredObjectDeleteMarker: true },
            }
          : {}),
      },
    ],
  });
  return bucket;
}

/** submissions/, owners/, suites/, keys/, audit/, jobs/, runs/, releases/ and their requests: what cannot be made again for nothing. */
export const results = privateBucket("Results", { versioning: true });
/** inputs/: files that submitters uploaded. Unversioned, so that a delete deletes. */
export const inputs = privateBucket("Inputs");
/** data/ and cache/: other people's data and the answers to it, which `medhelm data forget` must delete for good. */
export const data = privateBucket("Data");
/** models/<repo>@<revision>/: weights. */
export const models = privateBucket("Models");
/** work/: leases, outcomes, progress. Leases are rewritten every few seconds: versions of them would only cost. */
export const scratch = privateBucket("Scratch", { expireAfterDays: 90 });

/** The buckets of the object tree, as functions and jobs are told of them. The models' and the site's: see there. */
export const bucketNames = {
  MEDHELM_RESULTS_BUCKET: results.name,
  MEDHELM_INPUTS_BUCKET: inputs.name,
  MEDHELM_DATA_BUCKET: data.name,
  MEDHELM_SCRATCH_BUCKET: scratch.name,
};
export const modelsBucketName = { MEDHELM_MODELS_BUCKET: models.name };
