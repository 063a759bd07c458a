import { randomUUID } from "node:crypto";
import { constants } from "node:fs";
import { copyFile, rename, rm, stat, utimes } from "node:fs/promises";
import { dirname, join } from "node:path";
import { makeFolders } from "../make-folders.ts";
import { isMissingFile } from "../missing-file.ts";
import { RESERVED_SEGMENT } from "./object-key.ts";

/**
 * Returns a function that copies an object of a folder store to another key, with its time of modification. A disk that can (Btrfs, XFS,
 * APFS, ReFS) shares the blocks until one of the two changes. It replaces an object at that key, at once. `root`: the folder of the store.
 */
export function copyObjects(root: string): (from: string, to: string) => Promise<void> {
  return async (from, to) => {
    const [source, target] = [join(root, from), join(root, to)];
    const upload = join(root, RESERVED_SEGMENT, "uploads", randomUUID());
    for (const path of [upload, target]) makeFolders(dirname(path));
    try {
      await copyFile(source, upload, constants.COPYFILE_FICLONE);
      await rename(upload, target);
      const { atimeMs, mtimeNs } = await stat(source, { bigint: true });
      // not before: the store removes old uploads
      await utimes(target, Number(atimeMs) / 1e3, Number(mtimeNs) / 1e9);
    } finally {
      await rm(upload, { force: true });
    }
  };
}

/** A time that was set through a double may be off by a microsecond. */
const TIME_STEP_NS = 2_000n;

/** Whether the file at `target` is an unchanged copy of the file at `source`. A hard link is none: an edit of it changes both. */
export async function isCopy(source: string, target: string): Promise<boolean> {
  const [original, copy] = await Promise.all([
    stat(source, { bigint: true }),
    stat(target, { bigint: true }).catch(orMissing),
  ]);
  if (copy === undefined || (copy.ino === original.ino && copy.dev === original.dev)) return false;
  const apartNs = copy.mtimeNs - original.mtimeNs;
  return copy.size === original.size && apartNs < TIME_STEP_NS && apartNs > -TIME_STEP_NS;
}

const orMissing = (error: unknown): undefined => {
  if (!isMissingFile(error)) throw error;
};
