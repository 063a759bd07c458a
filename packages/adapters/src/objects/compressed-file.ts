import { constants as bufferLimits } from "node:buffer";
import { closeSync, openSync, readFileSync, readSync } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream";
import { constants, createZstdCompress, createZstdDecompress, zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { errorCode } from "@medhelm/core/error-code";
import { COMPRESSED } from "@medhelm/core/release/pages/compressed";
import { TOP_FOLDERS } from "@medhelm/core/store/object-keys";
import { damagedObject } from "@medhelm/core/store/objects";
import { statIfPresent } from "../stat-if-present.ts";
import { type AnyBody, isStream } from "./object-body.ts";

/*
 * A folder store keeps large files of runs compressed. Such a file is one frame of Zstandard, and a frame that programs skip, with the size of the plain bytes. Decision 0026.
 */

/** Whether the file of an object may be compressed: a file of a run, also one that `medhelm repair` has set aside. The user may compress or unpack it, too. */
export const mayBeCompressed = (key: string): boolean =>
  key.startsWith(TOP_FOLDERS.runs) && (key.endsWith(".json") || key.endsWith(".json.damaged"));

/** The keys that the store compresses: files of a generation, which no other program looks for. */
const STORED_COMPRESSED = new RegExp(`^${TOP_FOLDERS.runs}[^/]+/\\.generations/`);

/** HELM's files, which HELM's tools read from the run's own folder, where they have the form of the stored file. */
const OF_HELM = /\/(?:scenario_state|(?:per_instance_)?stats|run_spec|scenario)\.json$/;

const HELM_BYTES = 64 * 1024;
const OWN_BYTES = 12 * 1024;

/** The size from which the store compresses an object; undefined: never. */
function compressedFrom(key: string): number | undefined {
  if (!STORED_COMPRESSED.test(key) || !mayBeCompressed(key)) return undefined;
  return OF_HELM.test(key) ? HELM_BYTES : OWN_BYTES;
}

const OPTIONS = {
  params: {
    // a hundredth of the plain size, and a hundredth of the time of gzip's best: the texts of a run repeat
    [constants.ZSTD_c_compressionLevel]: 1,
    [constants.ZSTD_c_checksumFlag]: 1,
  },
};
const CHUNK_BYTES = 256 * 1024;
/** Each part is compressed by a thread of Node's pool; to wake it costs more than to compress some kilobytes. */
const PART_BYTES = 1024 * 1024;

/** The bytes that the store writes for a body. */
export async function storedBody(key: string, body: AnyBody): Promise<{ body: AnyBody; isCompressed: boolean }> {
  const from = compressedFrom(key);
  if (from === undefined) return { body, isCompressed: false };
  if (!isStream(body)) return body.length < from ? { body, isCompressed: false } : compressedWhole(body);
  const chunks = body[Symbol.asyncIterator]();
  const first: Uint8Array[] = [];
  for (let bytes = 0; bytes < from; ) {
    const next = await chunks.next();
    if (next.done === true) return { body: Buffer.concat(first), isCompressed: false };
    first.push(next.value);
    bytes += next.value.length;
  }
  return { body: compressedChunks(joined(first, chunks)), isCompressed: true };
}

function compressedWhole(body: Uint8Array | string) {
  const bytes = typeof body === "string" ? Buffer.from(body) : body;
  return { body: Buffer.concat([zstdCompressSync(bytes, OPTIONS), sizeFrame(bytes.length)]), isCompressed: true };
}

async function* joined(first: readonly Uint8Array[], others: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* first;
  yield* { [Symbol.asyncIterator]: () => others };
}

async function* compressedChunks(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let size = 0;
  async function* counted() {
    // One buffer for all parts: `zstd` has read a part before it asks for the next one, and new buffers would wait for the garbage collector.
    const part = Buffer.allocUnsafeSlow(PART_BYTES);
    let bytes = 0;
    for await (const chunk of chunks)
      for (let at = 0; at < chunk.length; ) {
        const count = Math.min(PART_BYTES - bytes, chunk.length - at);
        part.set(chunk.subarray(at, at + count), bytes);
        at += count;
        bytes += count;
        if (bytes < PART_BYTES) continue;
        yield part;
        size += bytes;
        bytes = 0;
      }
    yield part.subarray(0, bytes);
    size += bytes;
  }
  const zstd = createZstdCompress({ ...OPTIONS, chunkSize: CHUNK_BYTES });
  pipeline(counted(), zstd, () => undefined); // an error ends `zstd`, whose reader gets it
  yield* zstd;
  yield sizeFrame(size);
}

/** The number of a frame that readers of Zstandard skip, and the length of its content. */
const FRAME = Buffer.from([0x5a, 0x2a, 0x4d, 0x18, 8, 0, 0, 0]);

function sizeFrame(bytes: number): Uint8Array {
  const size = Buffer.alloc(8);
  size.writeBigUInt64LE(BigInt(bytes));
  return Buffer.concat([FRAME, size]);
}

/** The number of bytes at the end of a compressed file that state its plain size. */
export const SIZE_BYTES = FRAME.length + 8;

/**
 * The most plain bytes of an object that is read whole. No JSON of more characters can be parsed, and a small file that somebody else has compressed may unpack to
 * more than the memory.
 */
const MOST_BYTES = bufferLimits.MAX_STRING_LENGTH;

/** The plain size that the last bytes of a compressed file state; undefined: another program has compressed the file. */
export const statedSize = (end: Uint8Array): number | undefined =>
  end.length === SIZE_BYTES && Buffer.from(end).subarray(0, FRAME.length).equals(FRAME)
    ? Number(Buffer.from(end).readBigUInt64LE(FRAME.length))
    : undefined;

/** The number of plain bytes of a compressed file of `stored` bytes. */
export function plainSize(path: string, stored: number): number {
  const end = Buffer.alloc(SIZE_BYTES);
  const file = openSync(path, "r");
  try {
    const bytes = readSync(file, end, 0, end.length, Math.max(0, stored - end.length));
    return statedSize(end.subarray(0, bytes)) ?? sizeOfForeign(path) ?? stored;
  } finally {
    closeSync(file);
  }
}

/** The user has compressed the file, or it is damaged, which its reader reports. */
function sizeOfForeign(path: string): number | undefined {
  try {
    return zstdDecompressSync(readFileSync(path), { maxOutputLength: MOST_BYTES }).length;
  } catch {
    return undefined;
  }
}

/** @throws DamagedObject */
export function plainBytes(key: string, stored: Uint8Array): Uint8Array {
  const stated = statedSize(stored.subarray(-SIZE_BYTES));
  try {
    const plain = zstdDecompressSync(stored, {
      maxOutputLength: Math.max(1, Math.min(stated ?? MOST_BYTES, MOST_BYTES)),
    });
    if (stated !== undefined && plain.length !== stated) throw otherSize(key, stated);
    return plain;
  } catch (cause) {
    throw orDamage(key, cause, stated);
  }
}

/** @throws DamagedObject */
export async function* plainChunks(key: string, stored: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const zstd = createZstdDecompress({ chunkSize: CHUNK_BYTES });
  let end: Uint8Array = new Uint8Array();
  async function* watched() {
    for await (const chunk of stored) {
      end = chunk.length < SIZE_BYTES ? Buffer.concat([end, chunk]).subarray(-SIZE_BYTES) : chunk.slice(-SIZE_BYTES);
      yield chunk;
    }
  }
  pipeline(watched(), zstd, () => undefined); // an error ends `zstd`, whose reader gets it
  let bytes = 0;
  try {
    for await (const chunk of zstd) {
      bytes += chunk.length;
      yield chunk;
    }
  } catch (cause) {
    throw orDamage(key, cause);
  }
  const stated = statedSize(end);
  if (stated !== undefined && bytes !== stated) throw otherSize(key, stated);
}

const otherSize = (key: string, stated: number): Error =>
  damagedObject(key, `its compressed bytes do not unpack to the ${stated} bytes that the file states`);

const DAMAGE = /^(?:ZSTD|Z)_/;

/** @param stated the size that the file states, if it was unpacked with a limit */
function orDamage(key: string, cause: unknown, stated?: number): unknown {
  const code = errorCode(cause) ?? "";
  if (code === "ERR_BUFFER_TOO_LARGE")
    return stated !== undefined && stated < MOST_BYTES
      ? otherSize(key, stated)
      : damagedObject(key, `its compressed bytes unpack to more than ${MOST_BYTES} bytes`, cause);
  return DAMAGE.test(code) ? damagedObject(key, "its compressed bytes are damaged or cut off", cause) : cause;
}

/** The file of an object, plain or compressed. */
export interface StoredFile {
  readonly path: string;
  readonly isCompressed: boolean;
  readonly stats: NonNullable<ReturnType<typeof statIfPresent>>;
}

/** Undefined: there is neither. A plain file is before a compressed one, because the user has unpacked it. */
export function findStored(root: string, key: string): StoredFile | undefined {
  const path = join(root, key);
  const plain = statIfPresent(path);
  if (plain?.isFile() === true) return { path, isCompressed: false, stats: plain };
  if (!mayBeCompressed(key)) return undefined;
  const compressed = statIfPresent(`${path}${COMPRESSED}`);
  if (compressed?.isFile() !== true) return undefined;
  return { path: `${path}${COMPRESSED}`, isCompressed: true, stats: compressed };
}
