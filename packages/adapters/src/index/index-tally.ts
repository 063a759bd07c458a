import { crc32 } from "node:zlib";
import type { DatabaseSync } from "node:sqlite";
import { z } from "zod";
import { COLUMNS, isWholeRow } from "./index-row.ts";

/** The table with the number of all rows, and the sum of the checksums of their revisions. */
export const TALLY_SCHEMA =
  "CREATE TABLE IF NOT EXISTS tally (id INTEGER PRIMARY KEY, rows INTEGER NOT NULL, sum INTEGER NOT NULL)";

const Tally = z.object({ rows: z.int(), sum: z.int() });
type Tally = z.infer<typeof Tally>;

/** Sums are whole numbers below it. */
const MODULUS = 2 ** 32;
const NONE: Tally = { rows: 0, sum: 0 };

const plus = (a: Tally, b: Tally, sign: 1 | -1 = 1): Tally => ({
  rows: a.rows + sign * b.rows,
  sum: (a.sum + sign * b.sum + MODULUS) % MODULUS,
});
const sumOf = (revision: unknown): number => crc32(String(revision));
const tallyOf = (revision: unknown): Tally => ({ rows: 1, sum: sumOf(revision) });

/** Counts the rows of the writes of one transaction, and stores the count at its end. */
export interface TallyOfWrites {
  removed(revision: unknown): void;
  added(revision: string): void;
  store(): void;
}

/** Keeps the tally of the rows. Without it nobody notices a row that is gone. Call it in a transaction. */
export function indexTally(db: DatabaseSync): () => TallyOfWrites {
  if (storedTally(db) === undefined) {
    const { rows, sum } = rowsOf(db).tally; // an earlier version kept none
    db.prepare("INSERT INTO tally (id, rows, sum) VALUES (1, ?, ?)").run(rows, sum);
  }
  const update = db.prepare(`UPDATE tally SET rows = rows + ?, sum = (sum + ?) % ${MODULUS}`);
  return () => {
    let change = NONE;
    return {
      removed: (revision) => void (change = plus(change, tallyOf(revision), -1)),
      added: (revision) => void (change = plus(change, tallyOf(revision))),
      store: () => void (change === NONE || update.run(change.rows, change.sum)),
    };
  };
}

/** Whether the rows of an index are those that were written: none is changed, and none is absent. */
export function hasAllRows(db: DatabaseSync): boolean {
  if (!hasTable(db, "items")) return true;
  try {
    const { tally, isWhole } = rowsOf(db);
    const stored = hasTable(db, "tally") ? storedTally(db) : undefined;
    return isWhole && (stored === undefined || (stored.rows === tally.rows && stored.sum === tally.sum));
  } catch (error) {
    if (isUnknownColumn(error)) return false;
    throw error;
  }
}

/** SQLite's primary result code SQLITE_ERROR: the text of the schema is damaged. */
const isUnknownColumn = (error: unknown): boolean =>
  error instanceof Error && "errcode" in error && error.errcode === 1;

function rowsOf(db: DatabaseSync): { readonly tally: Tally; readonly isWhole: boolean } {
  let [rows, sum, isWhole] = [0, 0, true];
  for (const row of db.prepare(`SELECT ${COLUMNS} FROM items`).iterate()) {
    rows++;
    sum = (sum + sumOf(row["revision"])) % MODULUS;
    isWhole &&= isWholeRow(row);
  }
  return { tally: { rows, sum }, isWhole };
}

const storedTally = (db: DatabaseSync): Tally | undefined =>
  Tally.safeParse(db.prepare("SELECT rows, sum FROM tally").get()).data;

const hasTable = (db: DatabaseSync, name: string): boolean =>
  db.prepare("SELECT 1 FROM sqlite_master WHERE name = ?").get(name) !== undefined;
