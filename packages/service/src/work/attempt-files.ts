import type { Identity } from "@medhelm/core/run/identity";
import { storedSha256 } from "@medhelm/core/store/objects";
import type { ObjectStore } from "@medhelm/core/ports";
import { attemptIn } from "./assembled.ts";

/** sha256 of a worker's files, by their path in the attempt's folder. */
export type AttemptFiles = Readonly<Record<string, string>>;

/**
 * Whether the files of the attempt that an identity names are those that its worker wrote. A power cut may leave them cut off. An identity of an
 * earlier version has no hashes, and its attempt counts as whole.
 */
export async function isAttemptWhole(
  objects: ObjectStore,
  suite: string,
  run: string,
  { folder, files }: Pick<Identity, "folder" | "files">,
): Promise<boolean> {
  if (folder === undefined || files === undefined) return true;
  const { keyOf } = attemptIn(suite, run, folder);
  for (const [file, sha256] of Object.entries(files)) {
    if ((await objects.head(keyOf(file))) === undefined) return false;
    if ((await storedSha256(objects, keyOf(file))) !== sha256) return false;
  }
  return true;
}
