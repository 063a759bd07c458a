import type { Body, Clock, Condition, ObjectHead, ObjectStore } from "@medhelm/core/ports";

/** Requests as S3 bills them. A list costs one request per 1,000 keys; a stream of unknown length is a multipart upload. */
export interface S3Requests {
  put: number;
  get: number;
  head: number;
  list: number;
  copy: number;
  delete: number;
}
/** Makes the counts of all kinds of requests. */
export const s3Requests = (of: (kind: keyof S3Requests) => number): S3Requests => ({
  put: of("put"),
  get: of("get"),
  head: of("head"),
  list: of("list"),
  copy: of("copy"),
  delete: of("delete"),
});
export const noRequests = (): S3Requests => s3Requests(() => 0);

/** The response time of S3, in milliseconds. */
export type Latency = Readonly<Record<keyof S3Requests, number>>;

export interface CountedStore extends ObjectStore {
  /** since the start; read before and after */
  readonly requests: S3Requests;
  readonly objects: number;
  /** Puts without a request and without simulated time, to replay work that was measured before. */
  place(key: string, body: string): void;
  remove(key: string): void;
}

interface Held {
  readonly body: string | Uint8Array;
  readonly etag: string;
  readonly atMs: number;
}

const KEYS_A_LIST = 1000;
/** lib-storage's part size */
const PART_BYTES = 5 * 2 ** 20;

/**
 * An object store in memory that counts requests as S3 bills them. Each request takes its simulated time. Keys are grouped in buckets
 * by their first two segments, so that listing one submission does not sort a million keys.
 */
export function countedStore(
  clock: Pick<Clock, "nowMs" | "sleep">,
  latency: Latency,
  onPut: (key: string) => void = () => undefined,
): CountedStore {
  const buckets = new Map<string, Map<string, Held>>();
  const sortedBuckets = cachedSort();
  const sortedKeys = new Map<string, ReturnType<typeof cachedSort>>();
  const requests = noRequests();
  let etags = 0;
  let objects = 0;

  const find = (key: string): Held | undefined => buckets.get(bucketOf(key))?.get(key);
  const write = (key: string, body: string | Uint8Array): string => {
    const name = bucketOf(key);
    let bucket = buckets.get(name);
    if (bucket === undefined) {
      bucket = new Map();
      buckets.set(name, bucket);
      sortedBuckets.changed();
      sortedKeys.set(name, cachedSort());
    }
    if (!bucket.has(key)) {
      objects++;
      sortedKeys.get(name)?.changed();
    }
    const etag = String(++etags);
    bucket.set(key, { body, etag, atMs: clock.nowMs() });
    return etag;
  };
  const remove = (key: string): void => {
    const name = bucketOf(key);
    if (buckets.get(name)?.delete(key) !== true) return;
    objects--;
    sortedKeys.get(name)?.changed();
  };
  const headOf = (key: string, { body, etag, atMs }: Held): ObjectHead => ({
    key,
    sizeBytes: body.length,
    etag,
    lastModifiedMs: atMs,
    storeNowMs: clock.nowMs(),
  });
  const spend = async (kind: keyof S3Requests, count = 1): Promise<void> => {
    requests[kind] += count;
    if (latency[kind] > 0) await clock.sleep(latency[kind] * count);
  };
  /** In the order of the keys, those after `after`. It skips whole buckets, because the others hold a million keys. */
  const keysBelow = function* (prefix: string, after = ""): Generator<[string, Held]> {
    const isOneBucket = prefix.split("/").length > 2;
    const names = isOneBucket ? [bucketOf(prefix)] : sortedBuckets.of(buckets);
    for (const name of names) {
      if (!name.startsWith(prefix) && !prefix.startsWith(name)) continue;
      if (name < after && !after.startsWith(name)) continue;
      const bucket = buckets.get(name) ?? new Map<string, Held>();
      for (const key of sortedKeys.get(name)?.of(bucket) ?? []) {
        const held = bucket.get(key);
        if (held !== undefined && key > after && key.startsWith(prefix)) yield [key, held];
      }
    }
  };

  return {
    requests,
    get objects() {
      return objects;
    },
    place: (key, body) => void write(key, body),
    remove,
    async get(key) {
      await spend("get");
      const held = find(key);
      return held && { ...headOf(key, held), body: bytesOf(held.body) };
    },
    async head(key) {
      await spend("head");
      const held = find(key);
      return held && headOf(key, held);
    },
    async *stream(key, range) {
      await spend("get");
      const held = find(key);
      if (held === undefined) throw new Error(`There is no object ${key}.`);
      yield bytesOf(held.body).slice(range?.start ?? 0, range?.end);
    },
    async put(key, body, condition) {
      const { bytes, isStream } = await collected(body);
      const parts = Math.ceil(bytes.length / PART_BYTES);
      await spend("put", isStream && parts > 1 ? parts + 2 : 1);
      if (!holds(find(key), condition)) return { outcome: "refused" };
      const etag = write(key, bytes);
      onPut(key);
      return { outcome: "written", etag };
    },
    async copy(from, to) {
      await spend("copy");
      const held = find(from);
      if (held === undefined) throw new Error(`There is no object ${from}.`);
      write(to, held.body);
    },
    async *list(prefix, { after } = {}) {
      let listed = 0;
      for (const [key, held] of keysBelow(prefix, after)) {
        if (listed++ % KEYS_A_LIST === 0) await spend("list");
        yield headOf(key, held);
      }
      if (listed === 0) await spend("list");
    },
    async folders(prefix, after = "") {
      const names = new Set<string>();
      for (const [key] of keysBelow(prefix)) {
        const [name = "", ...rest] = key.slice(prefix.length).split("/");
        if (rest.length > 0 && name > after) names.add(name);
      }
      await spend("list", Math.max(1, Math.ceil(names.size / KEYS_A_LIST)));
      return [...names];
    },
    async delete(key, condition) {
      await spend("delete");
      const held = find(key);
      if (held === undefined) return "absent";
      if (!holds(held, condition)) return "refused";
      remove(key);
      return "deleted";
    },
    presign: async (key) => `https://bucket.invalid/${key}`, // no request: it is computed
  };
}

/** "submissions/<id>", "runs/<suite>"; an answer by its scope and the first digits of its hash */
function bucketOf(key: string): string {
  const first = key.indexOf("/");
  const second = key.indexOf("/", first + 1);
  return second === -1 ? key.slice(0, first) : key.slice(0, second);
}

function cachedSort() {
  let sorted: string[] | undefined;
  return {
    changed: () => void (sorted = undefined),
    of: (map: ReadonlyMap<string, unknown>): readonly string[] => (sorted ??= [...map.keys()].toSorted(byBytes)),
  };
}

/** Keys are ASCII, so code units sort in the same order as bytes. */
const byBytes = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const encoder = new TextEncoder();
const bytesOf = (body: string | Uint8Array): Uint8Array => (typeof body === "string" ? encoder.encode(body) : body);

async function collected(
  body: Body | AsyncIterable<Uint8Array>,
): Promise<{ readonly bytes: string | Uint8Array; readonly isStream: boolean }> {
  if (typeof body === "string" || body instanceof Uint8Array) return { bytes: body, isStream: false };
  const parts: Uint8Array[] = [];
  for await (const part of body) parts.push(part);
  return { bytes: new Uint8Array(Buffer.concat(parts)), isStream: true };
}

function holds(current: Held | undefined, condition: Condition | undefined): boolean {
  if (condition === undefined) return true;
  return "ifAbsent" in condition ? current === undefined : current?.etag === condition.ifMatch;
}

export const totalOf = ({ put, get, head, list, copy, delete: deleted }: S3Requests): number =>
  put + get + head + list + copy + deleted;

export const minus = (now: S3Requests, before: S3Requests): S3Requests =>
  s3Requests((kind) => now[kind] - before[kind]);
