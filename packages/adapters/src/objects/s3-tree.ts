import { TOP_FOLDERS } from "@medhelm/core/store/object-keys";
import type { ObjectStore } from "@medhelm/core/ports";
import { UserError } from "@medhelm/core/user-error";
import { withKeyPrefix } from "./with-key-prefix.ts";
import { checkKey } from "./object-key.ts";
import { routedStore } from "./routed-store.ts";
import { type S3Store, type S3StoreOptions, s3Store } from "./s3-store.ts";

const SITE = TOP_FOLDERS.site;

/** The key prefixes of each bucket. infra/ creates the buckets and grants access by the same prefixes. */
export const BUCKET_PREFIXES = {
  /** results and their records: versioned, never expires */
  results: [
    TOP_FOLDERS.submissions,
    TOP_FOLDERS.owners,
    TOP_FOLDERS.suites,
    TOP_FOLDERS.keys,
    TOP_FOLDERS.audit,
    TOP_FOLDERS.jobs,
    TOP_FOLDERS.runs,
    TOP_FOLDERS.releases,
    TOP_FOLDERS.releaseRequests,
    TOP_FOLDERS.releaseFailures,
    TOP_FOLDERS.deadLetters,
  ],
  /** uploaded by submitters */
  inputs: [TOP_FOLDERS.inputs],
  /** data sets and stored answers */
  data: [TOP_FOLDERS.data, TOP_FOLDERS.cache],
  /** model weights */
  models: [TOP_FOLDERS.models],
  /** leases, progress and outcomes of requests: expires */
  scratch: [TOP_FOLDERS.work],
  /** the web site; keys in the bucket omit "site/", because CloudFront serves the bucket from its root */
  site: [SITE],
} as const;
export type BucketName = keyof typeof BUCKET_PREFIXES;
/** The names of the buckets that this program may use. A key of another bucket is a UserError. */
export type BucketNames = Readonly<Partial<Record<BucketName, string>>>;

/** One tree over the buckets. Copies between two buckets stay within S3, except to and from the site's bucket. */
export function s3Tree(buckets: BucketNames, options: Omit<S3StoreOptions, "bucket">): ObjectStore {
  const stores: S3Store[] = [];
  const routes: Record<string, ObjectStore> = {};
  for (const name of bucketNames) {
    const bucket = buckets[name];
    if (name === "site") {
      routes[SITE] = bucket === undefined ? refusingStore(notGiven(name)) : siteStore(bucket, options);
      continue;
    }
    if (bucket !== undefined) stores.push(s3Store({ ...options, bucket }));
    const store = bucket === undefined ? refusingStore(notGiven(name)) : stores.at(-1);
    if (store !== undefined) for (const prefix of BUCKET_PREFIXES[name]) routes[prefix] = store;
  }
  return routedStore(refusingStore("no bucket holds keys with this prefix"), routes, {
    async copyBetween(source, from, target, to) {
      const [sourceBucket, targetBucket] = [source, target].map((store) => stores.find((other) => other === store));
      if (sourceBucket !== undefined && targetBucket !== undefined)
        return targetBucket.copyFrom(sourceBucket.bucket, from, to);
      await source.head(from); // throws if the program has no access to the bucket
      await target.head(to);
      await target.put(to, source.stream(from)); // keys of the site's bucket differ, so the bytes pass through this process
    },
  });
}

const notGiven = (name: BucketName): string => `this program was not given the ${name} bucket`;

function siteStore(bucket: string, options: Omit<S3StoreOptions, "bucket">): ObjectStore {
  const { headers } = options;
  const siteHeaders = headers === undefined ? {} : { headers: (key: string) => headers(`${SITE}${key}`) };
  return withKeyPrefix(SITE, s3Store({ ...options, bucket, ...siteHeaders }));
}

const bucketNames = ["results", "inputs", "data", "models", "scratch", "site"] as const;

/** A store that refuses every key. */
function refusingStore(why: string): ObjectStore {
  const refuse = (key: string): never => {
    checkKey(key);
    throw new UserError(`the object key ${JSON.stringify(key)} is refused: ${why}`);
  };
  return {
    get: async (key) => refuse(key),
    head: async (key) => refuse(key),
    async *stream(key) {
      yield refuse(key);
    },
    put: async (key) => refuse(key),
    copy: async (from) => refuse(from),
    async *list(prefix) {
      if (prefix !== "") yield refuse(prefix.replace(/\/$/, ""));
    },
    delete: async (key) => refuse(key),
    presign: async (key) => refuse(key),
  };
}
