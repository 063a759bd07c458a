import type { ObjectStore } from "@medhelm/core/ports";

export interface CountedObjects extends ObjectStore {
  /** Requests since the creation. */
  readonly requests: number;
  /** Keys that its listings have yielded. */
  readonly keysListed: number;
}

/** Counts the requests to a store, and the keys that its listings yield. */
export function countedObjects(objects: ObjectStore): CountedObjects {
  let requests = 0;
  let keysListed = 0;
  return {
    ...objects,
    get requests() {
      return requests;
    },
    get keysListed() {
      return keysListed;
    },
    get: (key) => (requests++, objects.get(key)),
    head: (key) => (requests++, objects.head(key)),
    put: (key, body, condition) => (requests++, objects.put(key, body, condition)),
    copy: (from, to) => (requests++, objects.copy(from, to)),
    delete: (key, condition) => (requests++, objects.delete(key, condition)),
    async *stream(key, range) {
      requests++;
      yield* objects.stream(key, range);
    },
    async *list(prefix, options) {
      requests++;
      for await (const head of objects.list(prefix, options)) {
        keysListed++;
        yield head;
      }
    },
  };
}
