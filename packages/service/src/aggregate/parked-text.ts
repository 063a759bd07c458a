import { zstdCompressSync, zstdDecompressSync } from "node:zlib";
import type { Spill } from "@medhelm/core/ports";
import type { Park } from "@medhelm/core/release/pages/run-page-files";

/** Keeps a text compressed and outside of the heap: the lines of a list take about 60 bytes each. */
export const parkedText: Park = (text) => unpacked(zstdCompressSync(text));

/** Keeps a text compressed in a file, which must stay open until the text is read. */
export const parkedIn =
  (spill: Pick<Spill, "append" | "read">): Park =>
  (text) => {
    const compressed = zstdCompressSync(text);
    return fromFile(spill, spill.append(compressed), compressed.length);
  };

// Two functions, because closures of one function share its variables: each would keep the text in memory.
const unpacked = (compressed: Uint8Array) => (): string => zstdDecompressSync(compressed).toString();
const fromFile = (spill: Pick<Spill, "read">, position: number, length: number) => (): string =>
  zstdDecompressSync(spill.read(position, length)).toString();
