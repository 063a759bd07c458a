import type { Clock, Index } from "@medhelm/core/ports";
import { PRICES } from "./prices.ts";

/** Calls as the code makes them, and the capacity that DynamoDB bills for them. */
export interface IndexRequests {
  get: number;
  query: number;
  write: number;
  transaction: number;
  /** units of 4 kB, strongly consistent */
  readUnits: number;
  /** units of 1 kB; a transaction counts twice */
  writeUnits: number;
}
/** Makes the counts of all kinds. */
export const indexRequests = (of: (kind: keyof IndexRequests) => number): IndexRequests => ({
  get: of("get"),
  query: of("query"),
  write: of("write"),
  transaction: of("transaction"),
  readUnits: of("readUnits"),
  writeUnits: of("writeUnits"),
});
export const noIndexRequests = (): IndexRequests => indexRequests(() => 0);

/** The response time of DynamoDB, in milliseconds. */
export type IndexLatency = Readonly<Record<"get" | "query" | "write" | "transaction", number>>;

export interface CountedIndex extends Index {
  /** since the start; read before and after */
  readonly requests: IndexRequests;
}

/** Adds up what an index stores. */
export interface SizedIndex extends Index {
  /** as DynamoDB bills them: 100 bytes more for each item */
  readonly storedBytes: number;
}

const PAGE_BYTES = 2 ** 20;
const READ_BYTES = 4096;
const WRITE_BYTES = 1024;
const ITEM_BYTES = 100;

/** Counts the calls to an index. Each call takes its simulated time. */
export function countedIndex(index: Index, clock: Pick<Clock, "sleep">, latency: IndexLatency): CountedIndex {
  const requests = noIndexRequests();
  const spend = async (kind: keyof IndexLatency): Promise<void> => {
    requests[kind]++;
    await clock.sleep(latency[kind]);
  };
  return {
    requests,
    async get(key) {
      await spend("get");
      const item = await index.get(key);
      requests.readUnits += unitsOf([item]);
      return item;
    },
    async getAll(keys) {
      await spend("get");
      const items = await index.getAll(keys);
      for (const item of items) requests.readUnits += unitsOf([item]);
      return items;
    },
    async query(partition, query) {
      const page = await index.query(partition, query);
      // the adapter asks again after each megabyte, where DynamoDB ends its page
      for (let read = 0; read < Math.max(1, bytesOf(page.items)); read += PAGE_BYTES) await spend("query");
      requests.readUnits += unitsOf(page.items);
      return page;
    },
    async write(writes) {
      await spend(writes.length === 1 ? "write" : "transaction");
      for (const write of writes)
        requests.writeUnits += Math.ceil(bytesOf([write]) / WRITE_BYTES) * (writes.length === 1 ? 1 : 2);
      return index.write(writes);
    },
  };
}

/** Keeps the size of each item that is written through it. */
export function sizedIndex(index: Index): SizedIndex {
  const sizes = new Map<string, number>();
  let storedBytes = 0;
  return {
    ...index,
    get storedBytes() {
      return storedBytes;
    },
    async write(writes) {
      const result = await index.write(writes);
      if (result.outcome === "refused") return result;
      for (const write of writes) {
        if (write.kind === "check") continue;
        const key = `${write.partition}\0${write.sort}`;
        const bytes = write.kind === "delete" ? 0 : bytesOf([write]) + ITEM_BYTES;
        storedBytes += bytes - (sizes.get(key) ?? 0);
        sizes.set(key, bytes);
      }
      return result;
    },
  };
}

const unitsOf = (values: readonly unknown[]): number => Math.max(1, Math.ceil(bytesOf(values) / READ_BYTES));

const bytesOf = (values: readonly unknown[]): number =>
  values.reduce<number>((sum, value) => sum + (JSON.stringify(value)?.length ?? 0), 0);

export const totalOfIndex = ({ get, query, write, transaction }: IndexRequests): number =>
  get + query + write + transaction;

export const minusIndex = (now: IndexRequests, before: IndexRequests): IndexRequests =>
  indexRequests((kind) => now[kind] - before[kind]);

export const indexUsd = ({ readUnits, writeUnits }: IndexRequests): number =>
  (readUnits * PRICES.dynamoReadPerMillion + writeUnits * PRICES.dynamoWritePerMillion) / 1e6;
