import { errorCode } from "@medhelm/core/error-code";
import type { ObjectStore } from "@medhelm/core/ports";

/**
 * A store whose folder may be read-only: an object that cannot be put there is put into `scratch`, where `get` and `head` find it, too.
 * Only for bodies that are not streams.
 */
export const withScratch = (objects: ObjectStore, scratch: ObjectStore): ObjectStore => ({
  ...objects,
  head: async (key) => (await scratch.head(key)) ?? objects.head(key),
  get: async (key) => (await scratch.get(key)) ?? objects.get(key),
  async put(key, body, condition) {
    try {
      return await objects.put(key, body, condition);
    } catch (error) {
      if (!isReadOnly(error)) throw error;
      return scratch.put(key, body, condition);
    }
  },
});

const READ_ONLY: ReadonlySet<string> = new Set(["EROFS", "EACCES", "EPERM"]);
/** SQLite's primary result codes SQLITE_READONLY and SQLITE_CANTOPEN, of the lock of the folder. */
const SQLITE_READ_ONLY: ReadonlySet<number> = new Set([8, 14]);

function isReadOnly(error: unknown): boolean {
  if (READ_ONLY.has(errorCode(error) ?? "")) return true;
  if (!(error instanceof Error) || !("errcode" in error) || typeof error.errcode !== "number") return false;
  return SQLITE_READ_ONLY.has(error.errcode & 0xff);
}
