import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { makeFolders } from "../make-folders.ts";
import { refuseFolders } from "./refuse-folders.ts";

/** The longest wait for the write of another process. A write locks the file for microseconds. */
const BUSY_TIMEOUT_MS = 20_000;

/**
 * Opens a SQLite file that several processes use at once, in WAL mode with synchronous NORMAL. A committed row survives a SIGKILL of any
 * process, because it is in the page cache. A power cut may lose the last rows. Neither damages the file.
 * `schema` must be repeatable (CREATE ... IF NOT EXISTS).
 */
export function openDatabase(file: string, schema: string): DatabaseSync {
  makeFolders(dirname(file));
  refuseFolders(file);
  const db = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS });
  // When two processes turn WAL on at once, SQLite ignores the timeout and reports "locked" to one of them.
  for (let attempt = 1; ; attempt++) {
    try {
      db.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;");
      db.exec(`BEGIN IMMEDIATE; ${schema}; COMMIT;`);
      return db;
    } catch (error) {
      if (attempt === 50 || !isBusy(error)) throw error;
      if (db.isTransaction) db.exec("ROLLBACK");
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
    }
  }
}

/** Runs `work` in a transaction with the write lock, so that the values that it reads stay valid until it has written. */
export function transaction<T>(db: DatabaseSync, work: () => T): T {
  db.exec("BEGIN IMMEDIATE");
  try {
    const result = work();
    db.exec("COMMIT");
    return result;
  } catch (error) {
    if (db.isTransaction) db.exec("ROLLBACK");
    throw error;
  }
}

const SQLITE_BUSY = 5;
const isBusy = (error: unknown): boolean =>
  error instanceof Error && "errcode" in error && error.errcode === SQLITE_BUSY;
