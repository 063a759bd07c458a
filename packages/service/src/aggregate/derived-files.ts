import type { ObjectStore } from "@medhelm/core/ports";
import { canonicalJson, sha256Hex } from "@medhelm/core/store/canonical";
import { type ContentHash, type FileHashes, hashesOf, hashing } from "./content-hash.ts";
import { DERIVED_RULES } from "./derived-rules.ts";

/** A file while it is written. `content` gives the hash of its content after the last chunk. */
export interface Writing {
  readonly chunks: AsyncIterable<Uint8Array>;
  content(): string;
}

export interface PutDerived {
  /** value: the parsed `text` */
  whole(file: string, text: string, value: unknown): Promise<void>;
  /** Calls `begin` for each try; it must give the same bytes each time. */
  stream(file: string, begin: () => Writing): Promise<void>;
}

/**
 * The folder of the files that one version of the code and its rules derive from an attempt. The files are a pure function of these, so
 * several aggregators write the same bytes, and two versions never share a folder.
 */
export const derivedFolder = (version: string): string =>
  `derived-${sha256Hex(canonicalJson({ version, rules: DERIVED_RULES })).slice(0, 12)}`;

type PureBody = Uint8Array | string | AsyncIterable<Uint8Array>;
const WRITES = 5;

/** Puts an object whose bytes every writer knows, so that a put that fails is repeated. */
export async function putAgain(objects: ObjectStore, key: string, body: PureBody): Promise<void> {
  for (let attempt = 1; ; attempt++)
    try {
      await objects.put(key, body);
      return;
    } catch (error) {
      if (attempt === WRITES) throw error;
    }
}

/** Writes derived files and collects their hashes. */
export function putDerived(objects: ObjectStore, keyOf: (file: string) => string, hash: ContentHash): PutDerived {
  const put = (file: string, body: PureBody): Promise<void> => putAgain(objects, keyOf(file), body);
  return {
    async whole(file, text, value) {
      await put(file, text);
      hash.add(file, hashesOf(file, text, value));
    },
    async stream(file, begin) {
      let hashes: FileHashes | undefined;
      async function* chunks(): AsyncGenerator<Uint8Array> {
        const { content, chunks: written } = begin();
        const hashed = hashing(written);
        yield* hashed.chunks;
        hashes = { bytes: hashed.digest(), content: content() };
      }
      await put(file, { [Symbol.asyncIterator]: chunks });
      if (hashes === undefined) throw new Error(`${keyOf(file)}: the store did not read the file to its end`);
      hash.add(file, hashes);
    },
  };
}
