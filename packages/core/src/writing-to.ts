import { errorCode } from "./error-code.ts";

/** Why a disk takes no more files and no more bytes, by the code of the error. */
export const DISK_REFUSALS = {
  ENOSPC: "the disk is full",
  EDQUOT: "your disk quota is used up",
  EROFS: "the disk is read-only",
} as const;

const REFUSALS: ReadonlySet<string | undefined> = new Set([...Object.keys(DISK_REFUSALS), "EFBIG"]);
/** SQLite's primary result code SQLITE_FULL. */
const SQLITE_FULL = 13;

/** Whether a disk takes no more bytes: it is full or read-only, a quota is used up, or the file is too large for it. */
export const isRefusedByDisk = (error: unknown): error is Error =>
  error instanceof Error && (REFUSALS.has(errorCode(error)) || ("errcode" in error && error.errcode === SQLITE_FULL));

/**
 * Runs `work`, which writes to `path`, so that the error of a disk that takes no more names this path. Node names no file if a write fails, and the
 * source if a copy fails.
 */
export async function writingTo<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isRefusedByDisk(error)) Object.assign(error, { path, dest: undefined });
    throw error;
  }
}
