const CHUNK_BYTES = 64 * 1024;

/** A growing text, stored as bytes outside of the heap. It can be read any number of times. */
export interface ByteBuffer {
  add(text: string): void;
  chunks(): AsyncGenerator<Uint8Array>;
}

export function byteBuffer(): ByteBuffer {
  const full: Uint8Array[] = [];
  let pending = "";
  return {
    add(text) {
      pending += text;
      if (pending.length < CHUNK_BYTES) return;
      full.push(new TextEncoder().encode(pending));
      pending = "";
    },
    async *chunks() {
      yield* full;
      if (pending !== "") yield new TextEncoder().encode(pending);
    },
  };
}
