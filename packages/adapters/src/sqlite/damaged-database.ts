import { existsSync, renameSync, rmSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { refuseFolders } from "./refuse-folders.ts";

/** SQLite's primary result codes SQLITE_CORRUPT and SQLITE_NOTADB. */
const DAMAGED: ReadonlySet<number> = new Set([11, 26]);

/** Whether SQLite reports that a file is damaged. */
export const isDamagedDatabase = (error: unknown): error is Error =>
  error instanceof Error &&
  "errcode" in error &&
  typeof error.errcode === "number" &&
  DAMAGED.has(error.errcode & 0xff);

/**
 * Moves a damaged SQLite file to `<file>.damaged`, so that the next opening makes an empty one. Only for a file whose rows can be made
 * again, and only while no other process uses it. Returns whether it has moved the file.
 * @param hasAllRows whether a file that SQLite can read has the rows that were written
 * @throws UserError for a folder in the place of the file
 */
export function setAsideIfDamaged(file: string, hasAllRows: (db: DatabaseSync) => boolean = () => true): boolean {
  refuseFolders(file);
  if (!existsSync(file) || !isDamaged(file, hasAllRows)) return false;
  renameSync(file, `${file}.damaged`);
  for (const suffix of ["-wal", "-shm", "-journal"]) rmSync(file + suffix, { force: true });
  return true;
}

/** SQLite's primary result code SQLITE_BUSY: a living process uses the file, and so it can be read. */
const isLocked = (error: unknown): boolean => error instanceof Error && "errcode" in error && error.errcode === 5;

function isDamaged(file: string, hasAllRows: (db: DatabaseSync) => boolean): boolean {
  const db = new DatabaseSync(file);
  try {
    return db.prepare("PRAGMA quick_check(1)").get()?.["quick_check"] !== "ok" || !hasAllRows(db);
  } catch (error) {
    if (isDamagedDatabase(error)) return true;
    if (isLocked(error)) return false;
    throw error;
  } finally {
    db.close();
  }
}
