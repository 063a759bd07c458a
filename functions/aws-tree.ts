import type { ObjectStore } from "@medhelm/core/ports";

export type Bucket = "results" | "inputs" | "data" | "models" | "scratch" | "site";

/** The first part of a key (core/object-keys.ts) -> its bucket; every other key is one of the results. */
const BUCKETS: Readonly<Record<string, Bucket>> = {
  inputs: "inputs",
  data: "data",
  cache: "data",
  models: "models",
  work: "scratch",
  site: "site",
};
/** CloudFront serves the site's bucket from its root: site/r/<release>/ lies at r/<release>/. */
const SITE = "site/";

/**
 * The one object tree over the buckets of infra/. `open` is called at a bucket's first use. Unlike adapters/routed-store it asks one
 * bucket alone, for a function may list only what it may read: a prefix must say which.
 */
export function awsTree(open: (bucket: Bucket) => ObjectStore): ObjectStore {
  const stores = new Map<Bucket, ObjectStore>();
  const at = (key: string): { readonly store: ObjectStore; readonly key: string } => {
    const end = key.indexOf("/");
    if (end === -1) throw new Error(`"${key}" does not say which bucket: begin it with a folder of the object tree`);
    const bucket = BUCKETS[key.slice(0, end)] ?? "results";
    const store = stores.get(bucket) ?? open(bucket);
    stores.set(bucket, store);
    return { store, key: bucket === "site" ? key.slice(SITE.length) : key };
  };
  const get: ObjectStore["get"] = async (key) => {
    const place = at(key);
    const found = await place.store.get(place.key);
    return found === undefined ? undefined : { ...found, key };
  };
  const head: ObjectStore["head"] = async (key) => {
    const place = at(key);
    const found = await place.store.head(place.key);
    return found === undefined ? undefined : { ...found, key };
  };
  async function* list(prefix: string, options?: { readonly after?: string }) {
    const place = at(prefix);
    const cut = prefix.length - place.key.length;
    const after = options?.after?.slice(cut);
    for await (const found of place.store.list(place.key, after === undefined ? {} : { after }))
      yield { ...found, key: `${prefix.slice(0, cut)}${found.key}` };
  }
  return {
    get,
    head,
    list,
    stream(key, range) {
      const place = at(key);
      return place.store.stream(place.key, range);
    },
    async put(key, body, condition) {
      const place = at(key);
      return place.store.put(place.key, body, condition);
    },
    async delete(key, condition) {
      const place = at(key);
      return place.store.delete(place.key, condition);
    },
    async presign(key, options) {
      const place = at(key);
      return place.store.presign(place.key, options);
    },
    async copy(from, to) {
      const [source, target] = [at(from), at(to)];
      if (source.store === target.store) await source.store.copy(source.key, target.key);
      else await target.store.put(target.key, source.store.stream(source.key));
    },
  };
}
