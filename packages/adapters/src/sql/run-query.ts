import { constants, DatabaseSync } from "node:sqlite";
import type { SqlOutcome, SqlValue } from "@medhelm/core/run/sql-guard";
import { shortened } from "@medhelm/core/user-error";
import { NEEDS_MORE_MEMORY } from "./needs-more-memory.ts";

const MAX_RESULT_MIB = 32;
const MIB = 2 ** 20;

/** Opens a database that a query can only read. */
export function openGuarded(path: string): DatabaseSync {
  const database = new DatabaseSync(path, {
    readOnly: true,
    // Python's sqlite3 reads "x" as a text if no column has this name, and HELM tested its gold queries with Python.
    enableDoubleQuotedStringLiterals: true,
    limits: { length: MAX_RESULT_MIB * MIB, sqlLength: MIB, attach: 0 },
  });
  // Sorting and grouping stay in memory, where the limit of the process applies, and write no file. SQLite's hard_heap_limit has no
  // effect, because Node builds SQLite without memory statistics.
  database.exec("PRAGMA temp_store = MEMORY; PRAGMA query_only = ON");
  database.setAuthorizer((action) => (READING.has(action) ? constants.SQLITE_OK : constants.SQLITE_DENY));
  return database;
}

const READING: ReadonlySet<number> = new Set([
  constants.SQLITE_SELECT,
  constants.SQLITE_READ,
  constants.SQLITE_FUNCTION,
  constants.SQLITE_RECURSIVE,
]);

/** Runs one statement like Python's sqlite3: only space and comments give no rows, and two statements are an error. */
export function runQuery(database: DatabaseSync, sql: string): SqlOutcome {
  if (isBlank(sql)) return { kind: "rows", rows: [] };
  try {
    const statement = database.prepare(sql);
    if (!isBlank(sql.slice(statement.sourceSQL.length)))
      return { kind: "error", message: "You can only execute one statement at a time." };
    statement.setReadBigInts(true);
    statement.setReturnArrays(true);
    const rows: SqlValue[][] = [];
    let bytes = 0;
    for (const row of statement.iterate()) {
      const values = asRow(row);
      bytes += values.reduce<number>((sum, value) => sum + sizeOf(value), 16);
      if (bytes > MAX_RESULT_MIB * MIB) return stopped(`its result is larger than ${MAX_RESULT_MIB} MiB`);
      rows.push(values);
    }
    return { kind: "rows", rows };
  } catch (error) {
    return outcomeOf(error instanceof Error ? error.message : String(error));
  }
}

function outcomeOf(message: string): SqlOutcome {
  // A single semicolon, which Python's sqlite3 accepts.
  if (message === "The SQL query contains no statements.") return { kind: "rows", rows: [] };
  if (/not authorized|authorization denied|prohibited|readonly database|too many attached/i.test(message))
    return stopped("it asks for more than reading");
  if (/out of memory|string or blob too big/i.test(message)) return stopped(NEEDS_MORE_MEMORY);
  return { kind: "error", message: shortened(message) };
}

const stopped = (reason: string): SqlOutcome => ({ kind: "stopped", reason });

/** True for space and comments, which Python's sqlite3 skips before and after a statement. */
function isBlank(sql: string): boolean {
  return /^(?:[ \t\f\n\r]|--[^\n]*(?:\n|$)|\/\*(?:[^*]|\*(?!\/))*(?:\*\/|$))*$/.test(sql);
}

/** setReturnArrays makes each row an array, which the types do not show. */
function asRow(row: unknown): SqlValue[] {
  if (!Array.isArray(row)) throw new Error("node:sqlite returned a row that is not an array");
  return row.map(asValue);
}

function asValue(value: unknown): SqlValue {
  if (value === null || typeof value === "number" || typeof value === "bigint" || typeof value === "string")
    return value;
  if (value instanceof Uint8Array) return value;
  throw new Error("node:sqlite returned a value without a SQLite type");
}

function sizeOf(value: SqlValue): number {
  return typeof value === "string" || value instanceof Uint8Array ? 16 + 2 * value.length : 16;
}
