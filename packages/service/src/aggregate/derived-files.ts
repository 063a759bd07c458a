import { keys } from "@medhelm/core/store/object-keys";
import type { ObjectStore } from "@medhelm/core/ports";
import { type ContentHash, type FileHashes, hashesOf, hashing } from "./content-hash.ts";

/** Another scenario state has taken the place of the one that these files come from: nothing of it may be written any more. */
export class Overtaken extends Error {}

/** A file as it is being written. `content`: the hash of its content, once the last chunk has gone. */
export interface Writing {
  readonly chunks: AsyncIterable<Uint8Array>;
  content(): string;
}

export interface PutDerived {
  /** `value`: what `text` spells. */
  whole(file: string, text: string, value: unknown): Promise<void>;
  /** Begun anew for each try, with the same bytes. */
  stream(file: string, begin: () => Writing): Promise<void>;
}

/** The etags of all files of a run folder. Taken before anything else is read: see putDerived. */
export async function etagsOf(objects: ObjectStore, suite: string, run: string): Promise<ReadonlyMap<string, string>> {
  const etags = new Map<string, string>();
  for await (const { key, etag } of objects.list(keys.run(suite, run))) etags.set(key, etag);
  return etags;
}

const WRITES = 5;

/**
 * What a file ends with: line breaks, which mean nothing in JSON, for each time that the run was re-opened. In S3 an etag is that of the
 * bytes, so that a file which a newer seal has in common with an older one would pass for the older one's.
 */
const endOf = (generation: number): string => "\n".repeat(Math.max(0, generation - 1));

/**
 * Puts derived files, each on the condition that nobody has written it since `etags` was taken, or that what was written meanwhile
 * is older than what this aggregator reads. So one that lost its CPU for an hour, while the run was re-opened and sealed again,
 * overwrites nothing under the new seal; and the new one's files do replace what the old one still wrote.
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

/** Hashed while it is written; where no put came to its end, in a pass of its own. */
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
      if (found === undefined) throw new Error("a stream that came to its end has no hash");
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
  let failure: unknown = new Error(`${key} is written by others all the time`);
  for (let attempt = 0; attempt < WRITES; attempt++) {
    try {
      const put = await objects.put(key, body, etag === undefined ? { ifAbsent: true } : { ifMatch: etag });
      if (put.outcome === "written") return;
    } catch (error) {
      failure = error; // the reply was lost or the write never took place: the read below tells
    }
    const there = await objects.head(key);
    if (there !== undefined && (await isThere(objects, key, (await hashes()).bytes))) return;
    // after the read: whatever a later generation writes to this key changes the etag that the next put depends on
    if (!(await isCurrent())) throw new Overtaken();
    etag = there?.etag;
  }
  throw failure;
}

async function isThere(objects: ObjectStore, key: string, sha256: string): Promise<boolean> {
  const { chunks, digest } = hashing(objects.stream(key));
  for await (const _ of chunks);
  return digest() === sha256;
}
