import type { Body, ByteRange } from "@medhelm/core/ports";

export type AnyBody = Body | AsyncIterable<Uint8Array>;

export const isStream = (body: AnyBody): body is AsyncIterable<Uint8Array> =>
  typeof body === "object" && Symbol.asyncIterator in body;

/** Reads the whole body into memory, for stores of small objects. The result is always a copy, so the caller may reuse its buffer. */
export async function readBody(body: AnyBody): Promise<Uint8Array> {
  if (typeof body === "string") return new TextEncoder().encode(body);
  if (!isStream(body)) return new Uint8Array(body);
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(new Uint8Array(chunk));
  return new Uint8Array(Buffer.concat(chunks));
}

/** The bytes of a range; all bytes without one. */
export function sliceRange(bytes: Uint8Array, range: ByteRange | undefined): Uint8Array {
  return range === undefined ? bytes : bytes.subarray(range.start, range.end ?? bytes.length);
}

/** The bytes of a range of a stream. */
export async function* within(
  chunks: AsyncIterable<Uint8Array>,
  { start = 0, end = Infinity }: Partial<ByteRange> = {},
) {
  let at = 0;
  for await (const chunk of chunks) {
    const part = chunk.subarray(Math.max(0, start - at), Math.max(0, end - at));
    if (part.length > 0) yield part;
    at += chunk.length;
    if (at >= end) return;
  }
}
