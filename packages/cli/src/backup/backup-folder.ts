import { constants } from "node:fs";
import { chmod, copyFile, stat, utimes } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { makeFolders } from "@medhelm/adapters/make-folders";
import { findStored } from "@medhelm/adapters/objects/compressed-file";
import { isMissingFile } from "@medhelm/adapters/missing-file";
import type { ObjectStore } from "@medhelm/core/ports";
import { type BackupCount, copyInOrder, type OnCopied } from "./copy-in-order.ts";

/**
 * Copies the objects of a folder that other processes may be writing. Only the user of this process may read the copy.
 * @param store the folder's objects
 */
export const backupFolder = (
  store: Pick<ObjectStore, "list">,
  from: string,
  to: string,
  onCopied: OnCopied,
): Promise<BackupCount> =>
  copyInOrder(
    store,
    async (key) => {
      const { path = join(from, key) } = findStored(from, key) ?? {};
      return copyPrivately(path, join(to, relative(from, path)));
    },
    onCopied,
  );

/** Copies a file with its time, for its owner only. Returns its size, or undefined if the file has been deleted. */
export async function copyPrivately(source: string, target: string): Promise<number | undefined> {
  makeFolders(dirname(target), 0o700);
  try {
    const { atime, mtime, size } = await stat(source);
    await copyFile(source, target, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL);
    await chmod(target, 0o600);
    await utimes(target, atime, mtime);
    return size;
  } catch (error) {
    if (isMissingFile(error)) return undefined;
    throw error;
  }
}
