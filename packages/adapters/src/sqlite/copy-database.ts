import { DatabaseSync } from "node:sqlite";

/**
 * Writes the present rows of a SQLite file to a new file. Other processes may write meanwhile; the copy has no row of a later commit.
 * @throws if the target exists, or the file is damaged
 */
export function copyDatabase(file: string, target: string): void {
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    db.prepare("VACUUM INTO ?").run(target);
  } finally {
    db.close();
  }
}
