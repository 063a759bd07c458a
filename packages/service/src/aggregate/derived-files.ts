import { keys } from "@medhelm/core/store/object-keys";
import type { ObjectStore } from "@medhelm/core/ports";
import { type ContentHash, type FileHashes, hashesOf, hashing } from "./content-hash.ts";

/** A newer scenario state replaced the one that these files come from: nothing more of it may be written. */
export class Overtaken extends Error {}

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

/** Reads the etags of all files of a run folder. Call it before any other read: see putDerived. */
export async function etagsOf(objects: ObjectStore, suite: string, run: string): Promise<ReadonlyMap<string, string>> {
  const etags = new Map<string, string>();
  for await (const { key, etag } of objects.list(keys.run(suite, run))) etags.set(key, etag);
  return etags;
}

const WRITES = 5;

/**
 * Returns one line break for each time that the run was reopened; JSON ignores them. S3's etag is a hash of the bytes.
 * The line breaks give files with the same content under an older and a newer seal different etags.
 */
const endOf = (generation: number): string => "\n".repeat(Math.max(0, generation - 1));

/**
 * Writes derived files. Each put requires that nobody has written the file since `etags` was read, or that the newer
 * file is older than the data of this aggregator. So an aggregator that was suspended for an hour, while the run was
 * reopened and sealed again, overwrites nothing under the new seal; and the new aggregator replaces files that the old
 * one still writes.
 */
export function putDerived(options: {
  readonly objects: ObjectStore;
  readonly suite: string;
  readonly run: string;
  readonly generation: number;
  readonly etags: ReadonlyMap<string, string>;
  readonly isCurrent: () => Promise<boolean>;
  readonly hash: ContentHash;
}): PutDerived {
  const { objects, suite, run, etags, isCurrent, hash } = options;
  const end = endOf(options.generation);
  const put = async (file: string, body: HashedBody): Promise<void> => {
    const key = keys.runFile(suite, run, file);
    await putUnlessOvertaken(objects, key, body, etags.get(key), isCurrent);
    hash.add(file, await body.hashes());
  };
  return {
    async whole(file, text, value) {
      const body = text + end;
      const hashes = hashesOf(file, body, value);
      await put(file, { body, hashes: async () => hashes });
    },
    stream: (file, begin) => put(file, hashedStream(begin, end)),
  };
}

interface HashedBody {
  readonly body: string | AsyncIterable<Uint8Array>;
  hashes(): Promise<FileHashes>;
}

/** Hashes a stream while it is written, or in a separate pass if no put reached its end. */
function hashedStream(begin: () => Writing, end: string): HashedBody {
  let found: FileHashes | undefined;
  async function* chunks(): AsyncGenerator<Uint8Array> {
    const { content, ...writing } = begin();
    const hashed = hashing(withEnd(writing.chunks, end));
    yield* hashed.chunks;
    found = { bytes: hashed.digest(), content: content() };
  }
  return {
    body: { [Symbol.asyncIterator]: chunks },
    async hashes() {
      if (found === undefined) for await (const _ of chunks());
      if (found === undefined) throw new Error("a stream that ended has no hash");
      return found;
    },
  };
}

async function* withEnd(chunks: AsyncIterable<Uint8Array>, end: string): AsyncGenerator<Uint8Array> {
  yield* chunks;
  if (end !== "") yield new TextEncoder().encode(end);
}

/** Not `updateJson`: the file may be a stream of any size, so it is compared by hash, and a newer generation's file must stay. */
async function putUnlessOvertaken(
  objects: ObjectStore,
  key: string,
  { body, hashes }: HashedBody,
  seen: string | undefined,
  isCurrent: () => Promise<boolean>,
): Promise<void> {
  let etag = seen;
  let failure: unknown = new Error(
    `${key}: other aggregators changed it before each of ${WRITES} tries; the message is delivered again`,
  );
  for (let attempt = 0; attempt < WRITES; attempt++) {
    try {
      const put = await objects.put(key, body, etag === undefined ? { ifAbsent: true } : { ifMatch: etag });
      if (put.outcome === "written") return;
    } catch (error) {
      failure = error; // the reply was lost or the put did not take place: the read below decides
    }
    const stored = await objects.head(key);
    if (stored !== undefined && (await isThere(objects, key, (await hashes()).bytes))) return;
    // after the read, because a later generation that writes this key changes the etag that the next put requires
    if (!(await isCurrent())) throw new Overtaken();
    etag = stored?.etag;
  }
  throw failure;
}

async function isThere(objects: ObjectStore, key: string, sha256: string): Promise<boolean> {
  const { chunks, digest } = hashing(objects.stream(key));
  for await (const _ of chunks);
  return digest() === sha256;
}
