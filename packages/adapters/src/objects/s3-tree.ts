import type { ObjectStore } from "@medhelm/core/ports";
import { UserError } from "@medhelm/core/user-error";
import { belowPrefix } from "./below-prefix.ts";
import { checkKey } from "./object-key.ts";
import { routedStore } from "./routed-store.ts";
import { type S3Store, type S3StoreOptions, s3Store } from "./s3-store.ts";

const SITE = "site/";

/** Which bucket holds what, by the keys' beginnings. infra/ makes the buckets and grants by the same beginnings. */
export const BUCKET_PREFIXES = {
  /** versioned and kept */
  results: [
    "submissions/",
    "owners/",
    "suites/",
    "keys/",
    "audit/",
    "jobs/",
    "runs/",
    "releases/",
    "release-requests/",
    "release-failures/",
  ],
  /** uploaded by submitters */
  inputs: ["inputs/"],
  /** data sets and stored answers */
  data: ["data/", "cache/"],
  /** weights */
  models: ["models/"],
  /** leases, progress, outcomes of requests: expires */
  scratch: ["work/"],
  /** what the web shows; this bucket's own keys are without "site/", for CloudFront serves it from its root */
  site: [SITE],
} as const;
export type BucketName = keyof typeof BUCKET_PREFIXES;
/** Names of the buckets that this program may use: a key of another one is refused, in words. */
export type BucketNames = Readonly<Partial<Record<BucketName, string>>>;

/** One tree over the buckets; copies between two of them stay within S3. */
export function s3Tree(buckets: BucketNames, options: Omit<S3StoreOptions, "bucket">): ObjectStore {
  const stores: S3Store[] = [];
  const routes: Record<string, ObjectStore> = {};
  for (const name of bucketNames) {
    const bucket = buckets[name];
    if (name === "site") {
      routes[SITE] = bucket === undefined ? refusing(notGiven(name)) : siteStore(bucket, options);
      continue;
    }
    if (bucket !== undefined) stores.push(s3Store({ ...options, bucket }));
    const store = bucket === undefined ? refusing(notGiven(name)) : stores.at(-1);
    if (store !== undefined) for (const prefix of BUCKET_PREFIXES[name]) routes[prefix] = store;
  }
  return routedStore(refusing("no bucket is for keys that begin so"), routes, {
    async copyBetween(source, from, target, to) {
      const [origin, goal] = [source, target].map((store) => stores.find((other) => other === store));
      if (origin !== undefined && goal !== undefined) return goal.copyFrom(origin.bucket, from, to);
      await source.head(from); // one of the two refuses
      await target.head(to);
      await target.put(to, source.stream(from)); // the site's, through this process
    },
  });
}

const notGiven = (name: BucketName): string => `this program was not given the ${name} bucket`;

function siteStore(bucket: string, options: Omit<S3StoreOptions, "bucket">): ObjectStore {
  const { headers } = options;
  const kept = headers === undefined ? {} : { headers: (key: string) => headers(`${SITE}${key}`) };
  return belowPrefix(SITE, s3Store({ ...options, bucket, ...kept }));
}

const bucketNames = ["results", "inputs", "data", "models", "scratch", "site"] as const;

function refusing(why: string): ObjectStore {
  const refuse = (key: string): never => {
    checkKey(key);
    throw new UserError(`The object key ${JSON.stringify(key)} is refused: ${why}.`);
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
