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
