import type { ObjectHead, ObjectStore } from "@medhelm/core/ports";

/** A view of `store` that puts `prefix` before every key: the key `<prefix>a` of the view is the key `a` of the store. */
export function withKeyPrefix(prefix: string, store: ObjectStore): ObjectStore {
  const inner = (key: string): string => {
    if (!key.startsWith(prefix)) throw new Error(`The object key ${JSON.stringify(key)} does not begin with ${prefix}`);
    return key.slice(prefix.length);
  };
  const outer = <Found extends ObjectHead>(found: Found): Found => ({ ...found, key: `${prefix}${found.key}` });
  const outerOrUndefined = <Found extends ObjectHead>(found: Found | undefined): Found | undefined =>
    found === undefined ? undefined : outer(found);
  return {
    get: async (key) => outerOrUndefined(await store.get(inner(key))),
    head: async (key) => outerOrUndefined(await store.head(inner(key))),
    stream: (key, range) => store.stream(inner(key), range),
    put: async (key, body, condition) => store.put(inner(key), body, condition),
    copy: async (from, to) => store.copy(inner(from), inner(to)),
    delete: async (key, condition) => store.delete(inner(key), condition),
    presign: async (key, options) => store.presign(inner(key), options),
    async *list(start, { after } = {}) {
      const options = after === undefined || after < prefix ? {} : { after: inner(after) };
      for await (const head of store.list(inner(start), options)) yield outer(head);
    },
  };
}
