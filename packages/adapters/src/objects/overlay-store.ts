import type { ObjectHead, ObjectStore } from "@medhelm/core/ports";
import { compareKeys } from "./object-key.ts";

/**
 * Reads an object of `below` where `own` lacks its key, and writes to `own` alone. A delete of an object that only `below` has changes nothing,
 * because its owner may be another person.
 */
export function overlayStore(own: ObjectStore, below: ObjectStore): ObjectStore {
  const holder = async (key: string): Promise<ObjectStore> => ((await own.head(key)) === undefined ? below : own);
  return {
    get: async (key) => (await own.get(key)) ?? below.get(key),
    head: async (key) => (await own.head(key)) ?? below.head(key),
    async *stream(key, range) {
      yield* (await holder(key)).stream(key, range);
    },
    put: (key, body, condition) => own.put(key, body, condition),
    async copy(from, to) {
      const store = await holder(from);
      if (store === own) await own.copy(from, to);
      else await own.put(to, below.stream(from));
    },
    async *list(prefix, options) {
      yield* merged(own.list(prefix, options), below.list(prefix, options));
    },
    delete: (key, condition) => own.delete(key, condition),
    presign: async (key, options) => (await holder(key)).presign(key, options),
  };
}

/** Both lists in the order of keys. Of a key in both, that of the first. */
async function* merged(
  own: AsyncIterable<ObjectHead>,
  below: AsyncIterable<ObjectHead>,
): AsyncGenerator<ObjectHead, undefined> {
  const [first, second] = [own[Symbol.asyncIterator](), below[Symbol.asyncIterator]()];
  let [a, b] = [await first.next(), await second.next()];
  try {
    while (a.done !== true || b.done !== true) {
      const order = a.done === true ? 1 : b.done === true ? -1 : compareKeys(a.value.key, b.value.key);
      if (order <= 0 && a.done !== true) yield a.value;
      else if (b.done !== true) yield b.value;
      if (order <= 0) a = await first.next();
      if (order >= 0) b = await second.next();
    }
  } finally {
    await Promise.all([first.return?.(), second.return?.()]);
  }
  return undefined;
}
