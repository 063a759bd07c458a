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
 * Reads a body into memory. Undefined if it is longer than `maxBytes`: the rest is not read, and the connection is closed.
 * The bytes are copied into one buffer, because a server may send a chunk of 1 byte a million times.
 */
export async function readAtMost(chunks: Chunks, maxBytes: number): Promise<Uint8Array | undefined> {
  let bytes = new Uint8Array(Math.min(64 * 1024, maxBytes));
  let length = 0;
  for await (const chunk of chunks) {
    const end = length + chunk.length;
    if (end > maxBytes) return undefined;
    if (end > bytes.length) {
      const wider = new Uint8Array(Math.min(maxBytes, Math.max(end, 2 * bytes.length)));
      wider.set(bytes.subarray(0, length));
      bytes = wider;
    }
    bytes.set(chunk, length);
    length = end;
  }
  return bytes.subarray(0, length);
}

/** Reads a body as JSON. Undefined if it is absent, is not JSON, is longer than `maxBytes` or has too many parts. */
export async function jsonAtMost(chunks: Chunks | null, maxBytes: number): Promise<unknown> {
  const bytes = chunks === null ? undefined : await readAtMost(chunks, maxBytes);
  return bytes === undefined || !isCheapJson(bytes) ? undefined : jsonOrUndefined(new TextDecoder().decode(bytes));
}
