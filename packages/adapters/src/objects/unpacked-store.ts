import type { ByteRange, ObjectHead, ObjectStore } from "@medhelm/core/ports";
import { COMPRESSED } from "@medhelm/core/release/pages/compressed";
import { plainBytes, plainChunks, SIZE_BYTES, statedSize } from "./compressed-file.ts";
import { readBody, within } from "./object-body.ts";

/**
 * A view of copied run folders: `a.json` is read from `a.json.zst` where the store has no `a.json`. A folder store compresses large files
 * of runs (decision 0026), and a user may copy its files to a bucket or to another folder. Writes go to the store as they are.
 */
export function unpackedStore(store: ObjectStore): ObjectStore {
  const compressedHead = async (key: string): Promise<ObjectHead | undefined> =>
    isJson(key) ? store.head(key + COMPRESSED) : undefined;

  const unpackedHead = async (head: ObjectHead): Promise<ObjectHead> => {
    const key = plainKey(head.key);
    const end = await readBody(store.stream(head.key, { start: Math.max(0, head.sizeBytes - SIZE_BYTES) }));
    const sizeBytes = statedSize(end) ?? plainBytes(key, await readBody(store.stream(head.key))).length;
    return { ...head, key, sizeBytes };
  };

  async function* stream(key: string, range?: ByteRange): AsyncGenerator<Uint8Array> {
    const chunks = store.stream(key, range)[Symbol.asyncIterator]();
    let next: IteratorResult<Uint8Array>;
    try {
      next = await chunks.next();
    } catch (error) {
      if ((await compressedHead(key)) === undefined) throw error;
      yield* within(plainChunks(key, store.stream(key + COMPRESSED)), range);
      return;
    }
    if (next.done === true) return;
    yield next.value;
    yield* { [Symbol.asyncIterator]: () => chunks };
  }

  return {
    ...store,
    async get(key) {
      const found = await store.get(key);
      if (found !== undefined || !isJson(key)) return found;
      const stored = await store.get(key + COMPRESSED);
      if (stored === undefined) return undefined;
      const body = plainBytes(key, stored.body);
      return { ...stored, key, body, sizeBytes: body.length };
    },
    async head(key) {
      const found = (await store.head(key)) ?? (await compressedHead(key));
      return found === undefined || found.key === key ? found : unpackedHead(found);
    },
    stream,
    async *list(prefix, options) {
      let last = options?.after;
      for await (const head of store.list(prefix, options)) {
        const key = plainKey(head.key);
        // "a.json" comes before "a.json.zst", and is what get reads
        if (key !== last) yield key === head.key ? head : await unpackedHead(head);
        last = key;
      }
    },
  };
}

const isJson = (key: string): boolean => key.endsWith(".json");

const plainKey = (key: string): string => (key.endsWith(`.json${COMPRESSED}`) ? key.slice(0, -COMPRESSED.length) : key);
