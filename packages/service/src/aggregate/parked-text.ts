import { zstdCompressSync, zstdDecompressSync } from "node:zlib";
import type { Park } from "@medhelm/core/release/run-page-files";

/** Keeps a text compressed and outside of the heap: the lines of a list take about 60 bytes each. */
export const parkedText: Park = (text) => {
  const compressed = zstdCompressSync(text);
  return () => zstdDecompressSync(compressed).toString();
};
