import type { ObjectHead, ObjectStore } from "@medhelm/core/ports";

/** A view of the objects below `prefix`, which ends with "/" or is empty: the key `a` of the view is the key `<prefix>a` of the store. */
export function belowPrefix(prefix: string, store: ObjectStore): ObjectStore {
  const inner = <Found extends ObjectHead>(found: Found): Found => ({ ...found, key: found.key.slice(prefix.length) });
  const innerOrUndefined = <Found extends ObjectHead>(found: Found | undefined): Found | undefined =>
    found === undefined ? undefined : inner(found);
  return {
    get: async (key) => innerOrUndefined(await store.get(prefix + key)),
    head: async (key) => innerOrUndefined(await store.head(prefix + key)),
    stream: (key, range) => store.stream(prefix + key, range),
    put: async (key, body, condition) => store.put(prefix + key, body, condition),
    copy: async (from, to) => store.copy(prefix + from, prefix + to),
    delete: async (key, condition) => store.delete(prefix + key, condition),
    presign: async (key, options) => store.presign(prefix + key, options),
    async *list(start, { after } = {}) {
      const options = after === undefined ? {} : { after: prefix + after };
      for await (const head of store.list(prefix + start, options)) yield inner(head);
    },
  };
}
