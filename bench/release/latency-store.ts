import { createReadStream, createWriteStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";
import type { Condition, ObjectHead, ObjectStore } from "@medhelm/core/ports";
import { type Latency, noRequests, type S3Requests } from "../scale/counted-store.ts";

/** A stored body: one that is made at each read, or a file of the folder. */
type Held = { readonly etag: string } & ({ readonly make: () => string } | { readonly file: string });

export interface LatencyStore extends ObjectStore {
  readonly requests: S3Requests;
  /** Adds an object without a request. Equal bodies share their memory. */
  place(key: string, make: () => string): void;
}

const KEYS_A_LIST = 1000;

/**
 * A store whose requests take S3's usual times, by real timers, so that requests and computing overlap as they do on AWS. Written
 * bodies lie in `folder`, so that the memory of the process is that of the program.
 */
export function latencyStore(folder: string, latency: Latency): LatencyStore {
  const held = new Map<string, Held>();
  let sorted: string[] | undefined;
  let writes = 0;
  const requests = noRequests();
  const spend = async (kind: keyof S3Requests): Promise<void> => {
    requests[kind]++;
    await sleep(latency[kind]);
  };
  const set = (key: string, body: Held): void => {
    if (!held.has(key)) sorted = undefined;
    held.set(key, body);
  };
  const headOf = (key: string, { etag }: Held): ObjectHead => {
    return { key, sizeBytes: 0, etag, lastModifiedMs: 0, storeNowMs: 0 };
  };
  const keysOf = (): readonly string[] =>
    (sorted ??= [...held.keys()].toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0)));
  return {
    requests,
    place: (key, make) => set(key, { etag: "placed", make }),
    async get(key) {
      await spend("get");
      const found = held.get(key);
      if (found === undefined) return undefined;
      const body = "file" in found ? await readFile(found.file) : new TextEncoder().encode(found.make());
      return { ...headOf(key, found), body };
    },
    async head(key) {
      await spend("head");
      const found = held.get(key);
      return found && headOf(key, found);
    },
    async *stream(key) {
      await spend("get");
      const found = held.get(key);
      if (found === undefined) throw new Error(`There is no object ${key}.`);
      if ("file" in found) yield* createReadStream(found.file);
      else yield new TextEncoder().encode(found.make());
    },
    async put(key, body, condition) {
      await spend("put");
      if (!holds(held.get(key), condition)) return { outcome: "refused" };
      const file = join(folder, String(++writes));
      const source = typeof body === "string" || body instanceof Uint8Array ? [body] : body;
      await pipeline(Readable.from(source), createWriteStream(file));
      const etag = String(writes);
      set(key, { etag, file });
      return { outcome: "written", etag };
    },
    async copy(from, to) {
      await spend("copy");
      const found = held.get(from);
      if (found === undefined) throw new Error(`There is no object ${from}.`);
      set(to, found);
    },
    async *list(prefix, { after = "" } = {}) {
      const all = keysOf();
      let listed = 0;
      for (let at = firstAfter(all, after >= prefix ? after : prefix, after >= prefix); ; at++) {
        const key = all[at];
        const found = key === undefined ? undefined : held.get(key);
        if (key === undefined || found === undefined || !key.startsWith(prefix)) break;
        if (listed++ % KEYS_A_LIST === 0) await spend("list");
        yield headOf(key, found);
      }
      if (listed === 0) await spend("list");
    },
    async folders(prefix, after = "") {
      const below = keysOf().filter((key) => key.startsWith(prefix));
      const names = new Set(
        below
          .map((key) => key.slice(prefix.length).split("/"))
          .flatMap(([name = "", ...rest]) => (rest.length > 0 ? [name] : [])),
      );
      for (let listed = 0; listed === 0 || listed < names.size; listed += KEYS_A_LIST) await spend("list");
      return [...names].filter((name) => name > after);
    },
    async delete(key) {
      await spend("delete");
      if (held.delete(key)) sorted = undefined;
      return "deleted";
    },
    presign: async (key) => `https://bucket.invalid/${key}`,
  };
}

/** The first position in `all` that is not below `key`, or that is after it. */
function firstAfter(all: readonly string[], key: string, isExclusive: boolean): number {
  let low = 0;
  let high = all.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const name = all[middle] ?? "";
    if (name < key || (isExclusive && name === key)) low = middle + 1;
    else high = middle;
  }
  return low;
}

function holds(found: Held | undefined, condition: Condition | undefined): boolean {
  if (condition === undefined) return true;
  return "ifAbsent" in condition ? found === undefined : found?.etag === condition.ifMatch;
}
