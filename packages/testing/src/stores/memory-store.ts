import { meetsCondition } from "@medhelm/adapters/objects/condition";
import { createHash, randomUUID } from "node:crypto";
import type { Clock, ObjectHead, ObjectStore, StoredObject } from "@medhelm/core/ports";
import { readBody, sliceRange } from "@medhelm/adapters/objects/object-body";
import { checkKey, compareKeys, noObject } from "@medhelm/adapters/objects/object-key";
import { type PresignBase, presignUrl } from "@medhelm/adapters/objects/presigned-url";
import { systemClock } from "@medhelm/adapters/system-clock";

export interface MemoryStoreOptions {
  /** The store's own clock. With a fake clock a test lets leases expire. */
  readonly clock?: Pick<Clock, "nowMs">;
  readonly presign?: PresignBase;
  /** "of the bytes": as in S3, equal bytes have equal etags; for tests of conditional writes. */
  readonly etags?: "of the write" | "of the bytes";
}

interface Held {
  readonly body: Uint8Array;
  readonly etag: string;
  readonly lastModifiedMs: number;
}

/** An object store in memory, for tests. */
export function memoryStore({ clock = systemClock, presign, etags }: MemoryStoreOptions = {}): ObjectStore {
  const objects = new Map<string, Held>();
  const headOf = (key: string, held: Held): ObjectHead => ({
    key,
    sizeBytes: held.body.length,
    etag: held.etag,
    lastModifiedMs: held.lastModifiedMs,
    storeNowMs: clock.nowMs(),
  });
  const write = (key: string, body: Uint8Array): string => {
    const etag = etags === "of the bytes" ? createHash("md5").update(body).digest("hex") : randomUUID();
    objects.set(key, { body, etag, lastModifiedMs: clock.nowMs() });
    return etag;
  };
  const held = (key: string): Held => {
    const found = objects.get(key);
    if (found === undefined) throw noObject(key);
    return found;
  };
  return {
    async get(key): Promise<StoredObject | undefined> {
      checkKey(key);
      const found = objects.get(key);
      return found && { ...headOf(key, found), body: new Uint8Array(found.body) };
    },
    async head(key) {
      checkKey(key);
      const found = objects.get(key);
      return found && headOf(key, found);
    },
    async *stream(key, range) {
      checkKey(key);
      const bytes = sliceRange(held(key).body, range);
      for (let at = 0; at < bytes.length; at += 65_536) yield bytes.slice(at, at + 65_536);
    },
    async put(key, body, condition) {
      checkKey(key);
      const bytes = await readBody(body);
      if (!meetsCondition(objects.get(key), condition)) return { outcome: "refused" };
      return { outcome: "written", etag: write(key, bytes) };
    },
    async copy(from, to) {
      checkKey(from);
      checkKey(to);
      write(to, held(from).body);
    },
    async *list(prefix, { after } = {}) {
      const found = [...objects.keys()].filter((key) => key.startsWith(prefix)).toSorted(compareKeys);
      for (const key of found) {
        const now = objects.get(key);
        if (now !== undefined && (after === undefined || compareKeys(key, after) > 0)) yield headOf(key, now);
      }
    },
    async delete(key, condition) {
      checkKey(key);
      const found = objects.get(key);
      if (found === undefined) return "absent";
      if (!meetsCondition(found, condition)) return "refused";
      objects.delete(key);
      return "deleted";
    },
    async presign(key, options) {
      checkKey(key);
      return presignUrl(presign, key, options, clock.nowMs());
    },
  };
}
