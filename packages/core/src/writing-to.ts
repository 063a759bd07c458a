import { DISK_REFUSALS } from "./disk-refusals.ts";
import { errorCode } from "./error-code.ts";

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
