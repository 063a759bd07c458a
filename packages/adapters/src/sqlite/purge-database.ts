import { DatabaseSync } from "node:sqlite";

/** Writes a SQLite file again without its deleted rows, whose bytes otherwise stay in free pages and in the log. No other process may use it. */
export function purgeDatabase(file: string): void {
  const db = new DatabaseSync(file, { timeout: 20_000 });
  try {
    db.exec("PRAGMA wal_checkpoint(TRUNCATE); VACUUM; PRAGMA wal_checkpoint(TRUNCATE);");
  } finally {
    db.close();
  }
}
