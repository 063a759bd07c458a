import { randomUUID } from "node:crypto";
import { constants } from "node:fs";
import { copyFile, link, mkdir, rename, rm, stat, utimes } from "node:fs/promises";
import { dirname, join } from "node:path";
import { RESERVED_SEGMENT } from "./object-key.ts";

/** Codes of disks without hard links, and of a file with too many. */
const NO_LINKS = new Set(["EPERM", "EXDEV", "EMLINK", "ENOSYS", "ENOTSUP", "EOPNOTSUPP"]);

/**
 * Returns a function that gives an object of a folder store a second key, without a second copy of its bytes: a hard link, or a copy
 * where the disk has no links. It replaces an object at that key. `root`: the folder of the store.
 */
export function linkObjects(root: string): (from: string, to: string) => Promise<void> {
  return async (from, to) => {
    const [source, target] = [join(root, from), join(root, to)];
    const upload = join(root, RESERVED_SEGMENT, "uploads", randomUUID());
    for (const path of [upload, target]) await mkdir(dirname(path), { recursive: true });
    try {
      await linkOrCopy(source, upload);
      await rename(upload, target);
    } finally {
      await rm(upload, { force: true }); // a rename between two links to one file removes neither
    }
  };
}

async function linkOrCopy(source: string, target: string): Promise<void> {
  try {
    await link(source, target);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (!NO_LINKS.has(code)) throw error;
    const { atime, mtime } = await stat(source);
    await copyFile(source, target, constants.COPYFILE_FICLONE);
    await utimes(target, atime, mtime);
  }
}
