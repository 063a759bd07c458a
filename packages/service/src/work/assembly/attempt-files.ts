import type { ObjectStore } from "@medhelm/core/ports";
import type { Identity } from "@medhelm/core/run/identity";
import { damagedObject, storedSha256 } from "@medhelm/core/store/objects";
import { CONCURRENT_READS, mapBounded } from "../../concurrency/map-bounded.ts";
import { attemptIn } from "./assembled.ts";

/** sha256 of a worker's files, by their path in the attempt's folder. */
export type AttemptFiles = Readonly<Record<string, string>>;

/** @throws DamagedObject if a file is not the one that the worker wrote, e.g. after a power cut */
export function requireAsWritten(
  found: Readonly<Record<string, string>>,
  expected: AttemptFiles | undefined,
  keyOf: (file: string) => string,
): void {
  for (const [file, sha256] of Object.entries(found))
    if (expected?.[file] !== undefined && expected[file] !== sha256)
      throw damagedObject(keyOf(file), "its bytes are not those that the worker wrote");
}

type Attempt = Pick<Identity, "folder" | "files">;

/** Whether all files of the attempt that an identity names exist. It does not read them. */
export async function hasAllFiles(
  objects: ObjectStore,
  suite: string,
  run: string,
  { folder, files = {} }: Attempt,
): Promise<boolean> {
  if (folder === undefined) return true;
  const { keyOf } = attemptIn(suite, run, folder);
  const heads = await mapBounded(Object.keys(files), CONCURRENT_READS, (file) => objects.head(keyOf(file)));
  return !heads.includes(undefined);
}

/** A file of an attempt that is not there as its worker wrote it. */
export interface DamagedFile {
  readonly key: string;
  readonly isMissing: boolean;
}

/**
 * Yields the files of the attempt that an identity names, unless they are those that its worker wrote. A power cut may leave them cut off.
 * An identity of an earlier version has no hashes, and its attempt counts as whole.
 */
export async function* damagedFiles(
  objects: ObjectStore,
  suite: string,
  run: string,
  { folder, files = {} }: Attempt,
): AsyncGenerator<DamagedFile, undefined> {
  if (folder === undefined) return;
  const { keyOf } = attemptIn(suite, run, folder);
  for (const [file, sha256] of Object.entries(files)) {
    const key = keyOf(file);
    const isMissing = (await objects.head(key)) === undefined;
    if (isMissing || (await storedSha256(objects, key)) !== sha256) yield { key, isMissing };
  }
}
