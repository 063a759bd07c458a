import { createWriteStream } from "node:fs";
import { rename, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { keys } from "@medhelm/core/store/object-keys";
import type { ObjectStore } from "@medhelm/core/ports";
import { UserError } from "@medhelm/core/user-error";
import { WEIGHTS_SEAL } from "./pull-weights.ts";
import { mapBounded } from "../concurrency/map-bounded.ts";

/** Large files are read in concurrent ranges, because one connection to S3 gives about 90 MB/s. */
const RANGE_BYTES = 64 * 2 ** 20;
const AT_ONCE = 16;

/**
 * Copies models/<weights>/ to <folder>/<weights>/. It keeps files that an earlier job copied to this machine, because a
 * file gets its name only when it is complete. `weights` is "<repo>@<revision>".
 */
export async function copyWeights(
  { objects, makeFolders }: { readonly objects: ObjectStore; readonly makeFolders: (path: string) => void },
  weights: string,
  folder: string,
  signal: AbortSignal,
  rangeBytes: number = RANGE_BYTES,
): Promise<{ readonly files: number; readonly copied: number }> {
  const prefix = keys.weightsFolder(weights);
  if ((await objects.head(`${prefix}${WEIGHTS_SEAL}`)) === undefined)
    throw new UserError(`the weights ${weights} are not in the models bucket; start the job pull-weights for them`);
  const files: { readonly name: string; readonly sizeBytes: number }[] = [];
  for await (const { key, sizeBytes } of objects.list(prefix))
    files.push({ name: key.slice(prefix.length), sizeBytes });
  let copied = 0;
  for (const { name, sizeBytes } of files) {
    const file = join(folder, weights, name);
    if ((await stat(file).catch(() => undefined))?.size === sizeBytes) continue;
    makeFolders(dirname(file));
    const part = `${file}.part`;
    await pipeline(Readable.from([]), createWriteStream(part)); // empties a file that a killed job left
    const starts = Array.from({ length: Math.ceil(sizeBytes / rangeBytes) }, (_, i) => i * rangeBytes);
    await mapBounded(starts, AT_ONCE, async (start) => {
      signal.throwIfAborted();
      const end = Math.min(start + rangeBytes, sizeBytes);
      const bytes = objects.stream(`${prefix}${name}`, { start, end });
      await pipeline(Readable.from(bytes), createWriteStream(part, { flags: "r+", start }), { signal });
    });
    await rename(part, file);
    copied++;
  }
  return { files: files.length, copied };
}
