import { closeSync, copyFileSync, existsSync, openSync, readSync, rmSync, statSync, truncateSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { isDamagedDatabase } from "./damaged-database.ts";

/** The number of neighbouring row ids without a readable row after which the table counts as read. */
const MAX_GAP = 20_000;
const SMALLEST_PAGE = 512;

/**
 * Yields these columns of the readable rows of a table of a damaged SQLite file, in the order of their row ids. A damaged page loses the rows on it,
 * and the others stay readable. It reads a copy next to the file, and changes nothing of the file itself.
 */
export function* salvageRows(
  file: string,
  table: string,
  columns: readonly string[],
): Generator<Readonly<Record<string, unknown>>> {
  const copy = `${file}.salvage`;
  const copies = ["", "-wal"].filter((suffix) => existsSync(file + suffix));
  for (const suffix of copies) copyFileSync(file + suffix, copy + suffix);
  try {
    fillUp(copy);
    yield* rowsOf(copy, table, columns);
  } catch (error) {
    if (!isDamagedDatabase(error)) throw error; // nothing at all is readable
  } finally {
    for (const suffix of ["", "-wal", "-shm", "-journal"]) rmSync(copy + suffix, { force: true });
  }
}

/** SQLite reads nothing of a file that has fewer pages than its header says. */
function fillUp(copy: string): void {
  const header = Buffer.alloc(32);
  const handle = openSync(copy, "r");
  const read = readSync(handle, header, 0, 32, 0);
  closeSync(handle);
  if (read < 32) return truncateSync(copy, SMALLEST_PAGE); // SQLite deletes the log of an empty file; a page of zeros keeps it
  const pageSize = header.readUInt16BE(16) === 1 ? 65_536 : header.readUInt16BE(16);
  const wanted = pageSize * header.readUInt32BE(28);
  if (statSync(copy).size < wanted && wanted < 2 ** 40) truncateSync(copy, wanted);
}

function* rowsOf(
  copy: string,
  table: string,
  columns: readonly string[],
): Generator<Readonly<Record<string, unknown>>> {
  const db = new DatabaseSync(copy);
  try {
    const next = db.prepare(
      `SELECT rowid AS id, ${columns.join(", ")} FROM ${table} NOT INDEXED WHERE rowid > ? ORDER BY rowid LIMIT 1`,
    );
    let last = 0;
    for (let gap = 0; gap < MAX_GAP; ) {
      let row: Record<string, unknown> | undefined;
      try {
        row = next.get(last + gap);
      } catch (error) {
        if (!isDamagedDatabase(error)) throw error;
        gap++;
        continue;
      }
      if (row === undefined) return;
      const id = row["id"];
      if (typeof id !== "number" || id <= last + gap) return;
      [last, gap] = [id, 0];
      yield row;
    }
  } finally {
    db.close();
  }
}
