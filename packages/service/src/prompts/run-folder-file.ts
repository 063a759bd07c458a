import { createReadStream, existsSync } from "node:fs";
import { pipeline } from "node:stream";
import { createZstdDecompress } from "node:zlib";
import { COMPRESSED } from "@medhelm/core/release/compressed";

/** Whether a run folder on a disk has a file, plain or compressed. */
export const hasRunFile = (path: string): boolean => existsSync(path) || existsSync(`${path}${COMPRESSED}`);

/** Streams the plain bytes of a file of a run folder. */
export function runFileChunks(path: string): AsyncIterable<Uint8Array> {
  if (existsSync(path) || !existsSync(`${path}${COMPRESSED}`)) return createReadStream(path);
  const plain = createZstdDecompress();
  pipeline(createReadStream(`${path}${COMPRESSED}`), plain, () => undefined); // an error ends `plain`, whose reader gets it
  return plain;
}
