import type { Clock, Index, IndexCondition, IndexItem, IndexKey, IndexWrite, Json } from "@medhelm/core/ports";
import type { DatabaseSync } from "node:sqlite";
import { z } from "zod";
import { openDatabase, transaction } from "../sqlite/open-database.ts";
import { systemClock } from "../system-clock.ts";
import { checkIndexKeys, checkIndexWrites } from "./check-index.ts";
import { COLUMNS, type IndexRow, isWholeRow, newRevision } from "./index-row.ts";
import { indexTally, TALLY_SCHEMA, type TallyOfWrites } from "./index-tally.ts";
import { sortRange } from "./sort-range.ts";

export interface SqliteIndexOptions {
  readonly clock?: Pick<Clock, "nowMs">;
}

// Keys are BLOBs, so that SQLite compares them as bytes, also after a NUL.
const SCHEMA = `
  CREATE TABLE IF NOT EXISTS items (
    partition BLOB NOT NULL, sort BLOB NOT NULL, value TEXT NOT NULL, revision TEXT NOT NULL, expires_s INTEGER,
    PRIMARY KEY (partition, sort)) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS items_expiry ON items (expires_s) WHERE expires_s IS NOT NULL;
  ${TALLY_SCHEMA}`;

/** DynamoDB deletes an expired item within two days, and this index at the first opening after one. */
const KEPT_AFTER_EXPIRY_S = 86_400;

const Key = z.object({ sort: z.instanceof(Uint8Array), revision: z.coerce.string() });
const Counter = z.object({ count: z.int() });

/**
 * An index in a SQLite file that several processes share. A write survives a SIGKILL, because it is committed before it resolves
 * (see openDatabase for power cuts). ":memory:" is an index of its own for tests.
 */
export function sqliteIndex(file: string, { clock = systemClock }: SqliteIndexOptions = {}): Index & { close(): void } {
  const db = openDatabase(file, SCHEMA);
  const tallyOfWrites = transaction(db, () => indexTally(db));
  deleteExpired(db, tallyOfWrites(), Math.floor(clock.nowMs() / 1000) - KEPT_AFTER_EXPIRY_S);
  const select = db.prepare(`SELECT ${COLUMNS} FROM items WHERE partition = ? AND sort = ?`);
  const range = (bounds: string, order: string) =>
    db.prepare(`SELECT ${COLUMNS} FROM items WHERE partition = ? AND ${bounds} ORDER BY sort ${order} LIMIT ?`);
  const pages = {
    open: { ascending: range("sort >= ?", "ASC"), descending: range("sort >= ?", "DESC") },
    closed: {
      ascending: range("sort >= ? AND sort < ?", "ASC"),
      descending: range("sort >= ? AND sort < ?", "DESC"),
    },
  };
  const upsert = db.prepare(
    "INSERT INTO items (partition, sort, value, revision, expires_s) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET value = excluded.value, revision = excluded.revision, expires_s = excluded.expires_s",
  );
  const revisionOf = db.prepare("SELECT revision FROM items WHERE partition = ? AND sort = ?");
  const remove = db.prepare("DELETE FROM items WHERE partition = ? AND sort = ?");

  const load = ({ partition, sort }: IndexKey): IndexItem | undefined => {
    const row = select.get(bytes(partition), bytes(sort));
    return row && toItem(partition, row);
  };
  const meets = (key: IndexKey, condition: IndexCondition): boolean =>
    "ifAbsent" in condition ? load(key) === undefined : load(key)?.revision === condition.ifRevision;
  /** Undefined: the counter is damaged. It stays so until a reader names it: from 0, a budget would be whole again. */
  const countOf = (key: IndexKey): number | undefined => {
    const item = load(key);
    return item === undefined ? 0 : Counter.safeParse(item.value).data?.count;
  };
  const isAllowed = (write: IndexWrite): boolean => {
    if (write.kind === "add")
      return write.atMost === undefined || (countOf(write) ?? Number.NaN) + write.amount <= write.atMost;
    return write.condition === undefined || meets(write, write.condition);
  };
  const store = (write: IndexWrite, tally: TallyOfWrites): void => {
    const [partition, sort] = [bytes(write.partition), bytes(write.sort)];
    const before = write.kind === "check" ? undefined : revisionOf.get(partition, sort);
    const set = (json: Json, expires_s: number | null): void => {
      const value = JSON.stringify(json);
      const revision = newRevision({ partition, sort, value, expires_s });
      upsert.run(partition, sort, value, revision, expires_s);
      if (before !== undefined) tally.removed(before["revision"]);
      tally.added(revision);
    };
    if (write.kind === "put") set(write.value, write.expiresAtS ?? null);
    if (write.kind === "add") {
      const count = countOf(write);
      if (count !== undefined) set({ count: count + write.amount }, null);
    }
    if (write.kind === "delete" && before !== undefined) {
      remove.run(partition, sort);
      tally.removed(before["revision"]);
    }
  };

  return {
    async get(key) {
      checkIndexKeys([key]);
      return load(key);
    },
    async getAll(keys) {
      checkIndexKeys(keys);
      return keys.flatMap((key) => load(key) ?? []);
    },
    async query(partition, query) {
      const bounds = sortRange(query);
      if (bounds === undefined) return { items: [] };
      const { from, to } = bounds;
      const direction = query.isDescending === true ? "descending" : "ascending";
      // One row more than the page shows whether another page follows.
      const rows =
        to === undefined
          ? pages.open[direction].all(bytes(partition), bytes(from), query.limit + 1)
          : pages.closed[direction].all(bytes(partition), bytes(from), bytes(to), query.limit + 1);
      const items = rows.slice(0, query.limit).map((row) => toItem(partition, row));
      const last = items.at(-1);
      return rows.length > query.limit && last !== undefined ? { items, next: last.sort } : { items };
    },
    async write(writes) {
      checkIndexWrites(writes);
      return transaction(db, () => {
        const failed = writes.flatMap((write, position) => (isAllowed(write) ? [] : [position]));
        if (failed.length > 0) return { outcome: "refused", failed };
        const tally = tallyOfWrites();
        for (const write of writes) store(write, tally);
        tally.store();
        return { outcome: "written" };
      });
    },
    close: () => db.close(),
  };
}

const bytes = (text: string): Uint8Array => Buffer.from(text);

function toItem(partition: string, row: IndexRow): IndexItem {
  const { sort, revision } = Key.parse(row);
  return { partition, sort: Buffer.from(sort).toString(), value: valueOf(row), revision };
}

/** null for a damaged row, which fits the schema of no item: its reader names it, and the other rows are read. */
function valueOf(row: IndexRow): Json {
  try {
    return isWholeRow(row) && typeof row.value === "string" ? JSON.parse(row.value) : null;
  } catch {
    return null;
  }
}

/** Keeps a damaged row, whose expiry may be another one. */
function deleteExpired(db: DatabaseSync, tally: TallyOfWrites, beforeS: number): void {
  transaction(db, () => {
    const rows = db.prepare(`SELECT ${COLUMNS} FROM items WHERE expires_s < ?`).all(beforeS);
    const remove = db.prepare("DELETE FROM items WHERE partition = ? AND sort = ?");
    for (const row of rows) {
      if (!isWholeRow(row)) continue;
      remove.run(row["partition"] ?? null, row["sort"] ?? null);
      tally.removed(row["revision"]);
    }
    tally.store();
  });
}
