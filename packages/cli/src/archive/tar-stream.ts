import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";

/** A file of an archive. */
export interface TarEntry {
  /** the path in the archive, with "/" */
  readonly path: string;
  /** the file on this disk, or its bytes */
  readonly from: string | Uint8Array;
  readonly isExecutable?: boolean;
}

const BLOCK = 512;
const encoder = new TextEncoder();

/** Writes files in the tar format of POSIX. The bytes depend on paths and contents only, so that the same files make the same archive. */
export async function* tarStream(entries: Iterable<TarEntry>): AsyncGenerator<Uint8Array> {
  for (const { path, from, isExecutable = false } of entries) {
    const size = typeof from === "string" ? (await stat(from)).size : from.length;
    const mode = isExecutable ? 0o755 : 0o644;
    if (!fitsHeader(path)) {
      const record = paxRecord("path", path);
      yield header("PaxHeader", record.length, 0o644, "x");
      yield* padded(record);
    }
    yield header(fitsHeader(path) ? path : "long-name", size, mode, "0");
    if (typeof from !== "string") {
      yield* padded(from);
      continue;
    }
    let written = 0;
    for await (const chunk of createReadStream(from, { end: Math.max(0, size - 1) })) {
      if (!(chunk instanceof Uint8Array)) continue;
      written += chunk.length;
      if (size > 0) yield chunk;
    }
    if (written < size) throw new Error(`${from} became shorter while it was archived`);
    yield new Uint8Array(padding(size));
  }
  yield new Uint8Array(2 * BLOCK);
}

const fitsHeader = (path: string): boolean => encoder.encode(path).length <= 100;
const padding = (size: number): number => (BLOCK - (size % BLOCK)) % BLOCK;

function* padded(bytes: Uint8Array): Generator<Uint8Array> {
  yield bytes;
  yield new Uint8Array(padding(bytes.length));
}

/** A record names its own length. */
function paxRecord(key: string, value: string): Uint8Array {
  const rest = ` ${key}=${value}\n`;
  const { length } = encoder.encode(rest);
  let digits = String(length).length;
  if (String(length + digits).length > digits) digits++;
  return encoder.encode(`${length + digits}${rest}`);
}

function header(path: string, size: number, mode: number, type: "0" | "x"): Uint8Array {
  const block = new Uint8Array(BLOCK);
  const put = (text: string, at: number): void => block.set(encoder.encode(text), at);
  put(path, 0);
  put(octal(mode, 8), 100);
  put(octal(0, 8), 108);
  put(octal(0, 8), 116);
  put(octal(size, 12), 124);
  put(octal(0, 12), 136);
  put("        ", 148); // the checksum counts as spaces
  put(type, 156);
  put("ustar\u000000", 257);
  put(
    `${octal(
      block.reduce((sum, byte) => sum + byte, 0),
      7,
    )} `,
    148,
  );
  return block;
}

const octal = (value: number, length: number): string => `${value.toString(8).padStart(length - 1, "0")}\0`;
