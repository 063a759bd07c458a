import type { Park } from "@medhelm/core/release/pages/run-page-files";

const CHUNK_CHARACTERS = 64 * 1024;

/** A growing text, kept by `park`. It can be read any number of times. */
export interface ByteBuffer {
  add(text: string): void;
  chunks(): AsyncGenerator<Uint8Array>;
}

export function byteBuffer(park: Park): ByteBuffer {
  const full: (() => string)[] = [];
  let pending = "";
  return {
    add(text) {
      pending += text;
      if (pending.length < CHUNK_CHARACTERS) return;
      full.push(park(pending));
      pending = "";
    },
    async *chunks() {
      for (const text of full) yield new TextEncoder().encode(text());
      if (pending !== "") yield new TextEncoder().encode(pending);
    },
  };
}
