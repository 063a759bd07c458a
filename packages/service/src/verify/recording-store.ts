import { createHash } from "node:crypto";
import type { ObjectStore } from "@medhelm/core/ports";
import { keys, TOP_FOLDERS } from "@medhelm/core/store/object-keys";

/** The sha256 of each file that a computation wrote, and the text of those that `keep` names. */
export interface Recording {
  readonly objects: ObjectStore;
  readonly sha256: ReadonlyMap<string, string>;
  readonly texts: ReadonlyMap<string, string>;
}

const isHidden = (key: string): boolean => key.startsWith(TOP_FOLDERS.cache) || key.startsWith(keys.rememberedOfRuns());

/**
 * A store that reads from `below` and writes nothing to it. It hashes what is written. It hides remembered answers and values, because they
 * are no results.
 */
export function recordingStore(below: ObjectStore, keep: (key: string) => boolean): Recording {
  const sha256 = new Map<string, string>();
  const texts = new Map<string, string>();
  const objects: ObjectStore = {
    get: async (key) => (isHidden(key) ? undefined : below.get(key)),
    head: async (key) => (isHidden(key) ? undefined : below.head(key)),
    stream: (key, range) => below.stream(key, range),
    list: (prefix, options) => below.list(prefix, options),
    presign: (key, options) => below.presign(key, options),
    async put(key, body) {
      const hash = createHash("sha256");
      const chunks: Uint8Array[] = [];
      const isKept = keep(key);
      for await (const chunk of chunksOf(body)) {
        hash.update(chunk);
        if (isKept) chunks.push(chunk);
      }
      const digest = hash.digest("hex");
      sha256.set(key, digest);
      if (isKept) texts.set(key, Buffer.concat(chunks).toString("utf8"));
      return { outcome: "written", etag: digest };
    },
    copy: async () => undefined,
    delete: async () => "absent",
  };
  return { objects, sha256, texts };
}

async function* chunksOf(body: Uint8Array | string | AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  if (typeof body === "string") yield Buffer.from(body);
  else if (body instanceof Uint8Array) yield body;
  else yield* body;
}
