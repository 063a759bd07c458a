import { randomUUID } from "node:crypto";
import { constants, copyFileSync, createReadStream, renameSync, rmSync, statSync, utimesSync } from "node:fs";
import { copyFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { COMPRESSED } from "@medhelm/core/release/pages/compressed";
import { makeFolders } from "../make-folders.ts";
import { refuseFolder } from "../refuse-folder.ts";
import { findStored, mayBeCompressed, plainChunks, plainSize, type StoredFile } from "./compressed-file.ts";
import { RESERVED_SEGMENT } from "./object-key.ts";

/** How a copy of a compressed file is written: as it is, or plain, for HELM's tools. */
export interface CopyOptions {
  readonly isPlain?: boolean;
}

/**
 * Returns a function that copies an object of a folder store to another key, with its time of modification. A disk that can (Btrfs, XFS,
 * APFS, ReFS) shares the blocks until one of the two changes. It replaces an object at that key, at once. `root`: the folder of the store.
 * @throws UserError for a folder in the place of the object
 */
export function copyObjects(root: string): (from: string, to: string, options?: CopyOptions) => Promise<void> {
  return async (from, to, { isPlain = false } = {}) => {
    const source = findStored(root, from) ?? absent(join(root, from));
    const isCompressed = source.isCompressed && !isPlain;
    const [plain, compressed] = [join(root, to), join(root, `${to}${COMPRESSED}`)];
    const [target, other] = isCompressed ? [compressed, plain] : [plain, compressed];
    refuseFolder(target);
    const upload = join(root, RESERVED_SEGMENT, "uploads", randomUUID());
    for (const path of [upload, target]) makeFolders(dirname(path));
    const { atimeMs, mtimeNs, size } = source.stats;
    try {
      if (source.isCompressed && isPlain) await writeFile(upload, plainChunks(from, createReadStream(source.path)));
      else if (size > SMALL_BYTES) await copyFile(source.path, upload, constants.COPYFILE_FICLONE);
      else copyFileSync(source.path, upload, constants.COPYFILE_FICLONE);
      renameSync(upload, target);
    } catch (error) {
      rmSync(upload, { force: true });
      throw error;
    }
    if (mayBeCompressed(to)) rmSync(other, { force: true });
    // not before: the store removes old uploads
    utimesSync(target, Number(atimeMs) / 1e3, Number(mtimeNs) / 1e9);
  };
}

/** A run has tens of small files, and a thread of Node's pool takes ten times as long for one as its copy. */
const SMALL_BYTES = 1024n * 1024n;

const absent = (path: string): StoredFile => ({ path, isCompressed: false, stats: statSync(path, { bigint: true }) });

/** A time that was set through a double may be off by a microsecond. */
const TIME_STEP_NS = 2_000n;

/** Whether the object at `to` is an unchanged copy of the one at `from`. A hard link is none: an edit of it changes both. */
export function isCopy(root: string, from: string, to: string, { isPlain = false }: CopyOptions = {}): boolean {
  const [original, copy] = [findStored(root, from), findStored(root, to)];
  if (original === undefined || copy === undefined) return false;
  if (copy.isCompressed && (isPlain || !original.isCompressed)) return false;
  if (copy.stats.ino === original.stats.ino && copy.stats.dev === original.stats.dev) return false;
  const apartNs = copy.stats.mtimeNs - original.stats.mtimeNs;
  return sizeOf(copy, original) === sizeOf(original, copy) && apartNs < TIME_STEP_NS && apartNs > -TIME_STEP_NS;
}

/** The size of one file in the form of the other. */
const sizeOf = (file: StoredFile, other: StoredFile): number =>
  file.isCompressed && !other.isCompressed ? plainSize(file.path, Number(file.stats.size)) : Number(file.stats.size);
