import type { Index } from "@medhelm/core/ports";

export interface CountedIndex extends Index {
  /** Requests since the creation, by the port's method. */
  readonly requests: Readonly<Record<keyof Index, number>>;
  /** Items that these requests have read. */
  readonly itemsRead: number;
}

/** Counts the requests to an index. */
export function countedIndex(index: Index): CountedIndex {
  const requests = { get: 0, getAll: 0, query: 0, write: 0 };
  let itemsRead = 0;
  return {
    requests,
    get itemsRead() {
      return itemsRead;
    },
    async get(key) {
      requests.get++;
      const item = await index.get(key);
      itemsRead += item === undefined ? 0 : 1;
      return item;
    },
    async getAll(keys) {
      requests.getAll++;
      const items = await index.getAll(keys);
      itemsRead += items.length;
      return items;
    },
    async query(partition, query) {
      requests.query++;
      const page = await index.query(partition, query);
      itemsRead += page.items.length;
      return page;
    },
    write(writes) {
      requests.write++;
      return index.write(writes);
    },
  };
}
