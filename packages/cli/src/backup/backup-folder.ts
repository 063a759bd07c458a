import { constants } from "node:fs";
import { chmod, copyFile, stat, utimes } from "node:fs/promises";
import { dirname, join } from "node:path";
import { makeFolders } from "@medhelm/adapters/make-folders";
import { isMissingFile } from "@medhelm/adapters/missing-file";
import type { ObjectStore } from "@medhelm/core/ports";
import { referringRank } from "./copy-order.ts";

export interface BackupCount {
  readonly objects: number;
  readonly bytes: number;
}

/**
 * Copies the objects of a folder that other processes may be writing. Every object that the copy refers to is in the copy. Only the
 * user of this process may read it.
 * @param store the folder's objects
 */
export async function backupFolder(store: Pick<ObjectStore, "list">, from: string, to: string): Promise<BackupCount> {
  const copied = { objects: 0, bytes: 0 };
  const copy = async (key: string): Promise<void> => {
    const bytes = await copyPrivately(join(from, key), join(to, key));
    if (bytes === undefined) return;
    copied.objects++;
    copied.bytes += bytes;
  };
  const referring: [rank: number, key: string][] = [];
  for await (const { key } of store.list("")) {
    const rank = referringRank(key);
    if (rank !== undefined) referring.push([rank, key]);
  }
  for (const [, key] of referring.toSorted(([a], [b]) => a - b)) await copy(key);
  // listed again, because an object that the first part refers to may be newer than the first listing
  for await (const { key } of store.list("")) if (referringRank(key) === undefined) await copy(key);
  return copied;
}

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
