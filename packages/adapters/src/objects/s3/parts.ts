const FIRST_BYTES = 65_536;

/** Splits a stream into parts of exactly `size` bytes, of which the last may be smaller. Each part has its own memory. */
export async function* parts(body: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Uint8Array, undefined> {
  let part = new Uint8Array(0);
  let filled = 0;
  for await (const chunk of body)
    for (let at = 0; at < chunk.length; ) {
      if (filled === part.length) part = larger(part, Math.min(size, Math.max(2 * filled, FIRST_BYTES)));
      const taken = chunk.subarray(at, at + part.length - filled);
      part.set(taken, filled);
      filled += taken.length;
      at += taken.length;
      if (filled < size) continue;
      yield part;
      part = new Uint8Array(0);
      filled = 0;
    }
  if (filled > 0) yield part.subarray(0, filled);
}

function larger(part: Uint8Array, size: number): Uint8Array<ArrayBuffer> {
  const grown = new Uint8Array(size);
  grown.set(part);
  return grown;
}
