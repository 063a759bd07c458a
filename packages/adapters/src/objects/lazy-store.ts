import { listFolders } from "@medhelm/core/store/list-folders";
import type { ObjectStore } from "@medhelm/core/ports";

/** A store that is opened at its first use, for a client that takes long to load. A failed opening is tried again. */
export function lazyStore(
  open: () => Promise<ObjectStore>,
  presign: ObjectStore["presign"] = async (key, options) => (await open()).presign(key, options),
): ObjectStore {
  let opening: Promise<ObjectStore> | undefined;
  const opened = (): Promise<ObjectStore> => {
    opening ??= open().catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
    return opening;
  };
  return {
    get: async (key) => (await opened()).get(key),
    head: async (key) => (await opened()).head(key),
    async *stream(key, range) {
      yield* (await opened()).stream(key, range);
    },
    put: async (key, body, condition) => (await opened()).put(key, body, condition),
    copy: async (from, to) => (await opened()).copy(from, to),
    async *list(prefix, options) {
      yield* (await opened()).list(prefix, options);
    },
    folders: async (prefix, after) => listFolders(await opened(), prefix, { after }),
    delete: async (key, condition) => (await opened()).delete(key, condition),
    endUploads: async (prefix) => (await (await opened()).endUploads?.(prefix)) ?? 0,
    presign,
  };
}
