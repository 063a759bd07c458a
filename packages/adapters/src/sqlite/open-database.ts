import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** How long a process waits for another one's write; each holds the file for microseconds. */
const BUSY_TIMEOUT_MS = 20_000;

/**
 * A SQLite file that several processes use at once. WAL with synchronous NORMAL: a committed row outlives a SIGKILL of any
 * process (it is in the page cache), the last ones may be lost to a power cut, and the file stays whole in either case.
 * `schema` must be repeatable (CREATE ... IF NOT EXISTS).
 */
export function openDatabase(file: string, schema: string): DatabaseSync {
  mkdirSync(dirname(file), { recursive: true });
  const db = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS });
  // Two processes that turn WAL on at once: SQLite answers one "locked" without waiting, whatever the timeout says.
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

/** Runs `work` holding the write lock of the file, so that what it reads stays true until it has written. */
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
