import { brotliCompressSync, gzipSync, zstdCompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { parquetCompressors } from "./parquet-compressors.ts";

const PAGE = Buffer.alloc(100_000, "a");

test.each([
  ["GZIP", gzipSync(PAGE)],
  ["BROTLI", brotliCompressSync(PAGE)],
  ["ZSTD", zstdCompressSync(PAGE)],
] as const)("a page of %s unpacks to the bytes that its header states, and to no more", (name, packed) => {
  expect(parquetCompressors[name](packed, 100_000).length).toBe(100_000);
  expect(() => parquetCompressors[name](packed, 1000)).toThrow("larger than 1000 bytes");
});
