import { createHash } from "node:crypto";
import type { ObjectStore } from "../ports.ts";
import { sha256Hex } from "./canonical.ts";
import { damagedFile, type SealedFiles } from "./run-files.ts";

/**
 * Reads a sealed run's files, and compares their bytes with the hashes of the manifest. A stream is compared at its end, and a range of a file is not.
 * The files of a run without a manifest are read as they are.
 */
export function checkedFiles(objects: ObjectStore, { manifest, keyOf }: SealedFiles): ObjectStore {
  const sealed = new Map(Object.entries(manifest?.files ?? {}).map(([file, sha256]) => [keyOf(file), sha256]));
  async function* compared(key: string, expected: string): AsyncGenerator<Uint8Array> {
    const hash = createHash("sha256");
    for await (const chunk of objects.stream(key)) {
      hash.update(chunk);
      yield chunk;
    }
    if (hash.digest("hex") !== expected) throw damagedFile(key);
  }
  return {
    ...objects,
    async get(key) {
      const [found, expected] = [await objects.get(key), sealed.get(key)];
      if (found !== undefined && expected !== undefined && sha256Hex(found.body) !== expected) throw damagedFile(key);
      return found;
    },
    stream(key, range) {
      const expected = range === undefined ? sealed.get(key) : undefined;
      return expected === undefined ? objects.stream(key, range) : compared(key, expected);
    },
  };
}
