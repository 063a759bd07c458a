import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib";

/** The most bytes of one page. Writers make pages of some megabytes. */
const MOST_PAGE_BYTES = 2 ** 30;

/** A page unpacks to the bytes that its header states. A page with more bytes is made to fill memory. */
const atMost = (stated: number) => ({ maxOutputLength: Math.max(1, Math.min(stated, MOST_PAGE_BYTES)) });

/** The compressions of Parquet that the reader does not have itself. */
export const parquetCompressors = {
  GZIP: (bytes: Uint8Array, stated: number) => new Uint8Array(gunzipSync(bytes, atMost(stated))),
  BROTLI: (bytes: Uint8Array, stated: number) => new Uint8Array(brotliDecompressSync(bytes, atMost(stated))),
  ZSTD: (bytes: Uint8Array, stated: number) => new Uint8Array(zstdDecompressSync(bytes, atMost(stated))),
};
