import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib";

/** The compressions of Parquet that the reader does not have itself. */
export const parquetCompressors = {
  GZIP: (bytes: Uint8Array) => new Uint8Array(gunzipSync(bytes)),
  BROTLI: (bytes: Uint8Array) => new Uint8Array(brotliDecompressSync(bytes)),
  ZSTD: (bytes: Uint8Array) => new Uint8Array(zstdDecompressSync(bytes)),
};
