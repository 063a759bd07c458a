import type { Index } from "@medhelm/core/ports";

export interface CountedIndex extends Index {
  /** Requests since the creation, by the port's method. */
  readonly requests: Readonly<Record<keyof Index, number>>;
}

/** Counts the requests to an index. */
export function countedIndex(index: Index): CountedIndex {
  const requests = { get: 0, getAll: 0, query: 0, write: 0 };
  return {
    requests,
    get(key) {
      requests.get++;
      return index.get(key);
    },
    getAll(keys) {
      requests.getAll++;
      return index.getAll(keys);
    },
    query(partition, query) {
      requests.query++;
      return index.query(partition, query);
    },
    write(writes) {
      requests.write++;
      return index.write(writes);
    },
  };
}
