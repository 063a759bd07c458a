import { createReadStream, type Stats, statSync } from "node:fs";
import { pipeline } from "node:stream";
import { createZstdDecompress } from "node:zlib";
import { collect } from "@medhelm/core/run/collect";
import { parseJson } from "@medhelm/core/store/objects";
import { UserError } from "@medhelm/core/user-error";
import { COMPRESSED } from "@medhelm/core/release/pages/compressed";
import type { z } from "zod";

/** Whether a run folder on a disk has a file, plain or compressed. A pipe in its place would wait for its writer, and a device may have no end. */
export const hasRunFile = (path: string): boolean => isFile(path) || isFile(`${path}${COMPRESSED}`);

/** Undefined: nothing is there. Unlike existsSync, it says that a missing permission hides the answer. @throws the error of the disk */
export const statOrNone = (path: string): Stats | undefined => statSync(path, { throwIfNoEntry: false });

const isFile = (path: string): boolean => statOrNone(path)?.isFile() === true;

/** Streams the plain bytes of a file of a run folder. @throws UserError if something else is in its place */
export function runFileChunks(path: string): AsyncIterable<Uint8Array> {
  const stats = statOrNone(path);
  if (stats !== undefined && !stats.isFile()) throw new UserError(`${path}: it is no file; copy the run again`);
  if (stats !== undefined || statOrNone(`${path}${COMPRESSED}`) === undefined) return createReadStream(path);
  const plain = createZstdDecompress();
  pipeline(createReadStream(`${path}${COMPRESSED}`), plain, () => undefined); // an error ends `plain`, whose reader gets it
  return plain;
}

/** Reads a JSON file of a run folder. @throws UserError if something else is in its place, or the file does not match the schema */
export const readRunFile = async <T>(path: string, schema: z.ZodType<T>): Promise<T> =>
  parseJson(Buffer.concat(await collect(runFileChunks(path))), path, schema);
