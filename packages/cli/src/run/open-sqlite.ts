import { UserError } from "@medhelm/core/user-error";

/** SQLite's primary result codes SQLITE_CORRUPT and SQLITE_NOTADB. */
const DAMAGED: ReadonlySet<number> = new Set([11, 26]);

/**
 * Opens a SQLite file of the output folder. `next`: what the user does about a damaged file; it continues the sentence.
 * @throws UserError that names a damaged file
 */
export function openSqlite<T>(file: string, next: string, open: (file: string) => T): T {
  try {
    return open(file);
  } catch (cause) {
    if (!(cause instanceof Error && "errcode" in cause && typeof cause.errcode === "number")) throw cause;
    if (!DAMAGED.has(cause.errcode & 0xff)) throw cause;
    throw new UserError(`${file}: this file is damaged (${cause.message}); ${next}`, { cause });
  }
}
