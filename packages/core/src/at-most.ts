import { isCheapJson } from "./text/is-cheap-json.ts";
import { jsonOrUndefined } from "./text/json-or-undefined.ts";

type Chunks = AsyncIterable<Uint8Array>;

/** Passes the chunks through. It throws `tooLong()` instead of the byte after `maxBytes`; the source is then closed. */
export async function* atMost(chunks: Chunks, maxBytes: number, tooLong: () => Error): AsyncGenerator<Uint8Array> {
  let length = 0;
  for await (const chunk of chunks) {
    length += chunk.length;
    if (length > maxBytes) throw tooLong();
    yield chunk;
  }
}

/**
 * Collects the chunks of a body of at most `maxBytes`. Several chunks are copied into one buffer, because a server may send a chunk of 1 byte a
 * million times.
 */
export function byteCollector(maxBytes: number) {
  let bytes: Uint8Array = new Uint8Array(0);
  let length = 0;
  return {
    /** Returns false, and keeps nothing of the chunk, if the body would be too long with it. */
    add(chunk: Uint8Array): boolean {
      const end = length + chunk.length;
      if (end > maxBytes) return false;
      if (length === 0) bytes = new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.length);
      else {
        if (end > bytes.length) {
          const wider = new Uint8Array(Math.min(maxBytes, Math.max(64 * 1024, end, 2 * bytes.length)));
          wider.set(bytes.subarray(0, length));
          bytes = wider;
        }
        bytes.set(chunk, length);
      }
      length = end;
      return true;
    },
    bytes: (): Uint8Array => bytes.subarray(0, length),
  };
}

/** Reads a body into memory. Undefined if it is longer than `maxBytes`: the rest is not read, and the connection is closed. */
export async function readAtMost(chunks: Chunks, maxBytes: number): Promise<Uint8Array | undefined> {
  const collected = byteCollector(maxBytes);
  for await (const chunk of chunks) if (!collected.add(chunk)) return undefined;
  return collected.bytes();
}

/** Reads a body as JSON. Undefined if it is absent, is not JSON, is longer than `maxBytes` or has too many parts. */
export async function jsonAtMost(chunks: Chunks | null, maxBytes: number): Promise<unknown> {
  const bytes = chunks === null ? undefined : await readAtMost(chunks, maxBytes);
  return bytes === undefined || !isCheapJson(bytes) ? undefined : jsonOrUndefined(new TextDecoder().decode(bytes));
}
