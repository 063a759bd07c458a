const FIRST_BYTES = 65_536;

/** The bytes in parts of exactly `size`, the last one smaller; nothing where there are none. Each part is memory of its own. */
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
