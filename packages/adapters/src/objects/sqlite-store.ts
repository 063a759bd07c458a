import type { SQLOutputValue } from "node:sqlite";
import type { Clock, ObjectHead, ObjectStore } from "@medhelm/core/ports";
import { UserError } from "@medhelm/core/user-error";
import { meetsCondition } from "./condition.ts";
import { readBody, sliceRange } from "./object-body.ts";
import { checkKey, compareKeys, noObject } from "./object-key.ts";
import { hasLostRows, markWrites } from "../sqlite/database-mark.ts";
import { groupCommit } from "../sqlite/group-commit.ts";
import { openDatabase, transaction } from "../sqlite/open-database.ts";
import { refuseFolders } from "../sqlite/refuse-folders.ts";
import { hasBytesOf, newEtag } from "../sqlite/row-etag.ts";
import { type PresignBase, presignUrl } from "./presigned-url.ts";
import { systemClock } from "../system-clock.ts";

export interface SqliteStoreOptions {
  readonly clock?: Pick<Clock, "nowMs">;
  readonly presign?: PresignBase;
  /** The file of a mark, by which the next opening notices that the database has lost rows. Absent: nothing is noticed. */
  readonly markFile?: string;
}

const SCHEMA = `CREATE TABLE IF NOT EXISTS objects (
  key TEXT PRIMARY KEY, etag TEXT NOT NULL, modified_ms INTEGER NOT NULL, body BLOB NOT NULL)`;
// A time that is no number of JavaScript counts as a very early or very late one.
const HEAD = "key, etag, CAST(modified_ms AS REAL) AS modified_ms, length(body) AS size";
const PAGE = 500;
const encoder = new TextEncoder();

type Row = Readonly<Record<string, SQLOutputValue>>;

/**
 * Objects in one SQLite file, for very many small ones (answers, outcomes). A file per object would cost a disk block and three system
 * calls each. A put resolves after its commit, so it survives a SIGKILL (see openDatabase for power cuts). Puts of one turn of the event
 * loop share a commit.
 * Any number of processes may open the file. The store holds whole bodies in memory; the limit of SQLite is 1 GB.
 */
export function sqliteStore(
  file: string,
  { clock = systemClock, presign, markFile }: SqliteStoreOptions = {},
): ObjectStore & { close(): void } {
  refuseFolders(file);
  if (markFile !== undefined && hasLostRows(file, markFile))
    throw new UserError(
      `${file}: this file has lost answers, because it was emptied, deleted or replaced by an older copy; put the latest copy back, or call medhelm repair, and later runs ask for the lost answers again`,
    );
  const db = openDatabase(file, SCHEMA);
  const selectHead = db.prepare(`SELECT ${HEAD} FROM objects WHERE key = ?`);
  const selectBody = db.prepare(`SELECT ${HEAD}, body FROM objects WHERE key = ?`);
  // SQLite compares TEXT by its UTF-8 bytes, which is the order that ObjectStore requires.
  const selectFrom = db.prepare(`SELECT ${HEAD} FROM objects WHERE key >= ? ORDER BY key LIMIT ${PAGE}`);
  const selectAfter = db.prepare(`SELECT ${HEAD} FROM objects WHERE key > ? ORDER BY key LIMIT ${PAGE}`);
  const upsert = db.prepare(
    "INSERT INTO objects (key, etag, modified_ms, body) VALUES (?, ?, ?, ?) ON CONFLICT (key) DO UPDATE SET etag = excluded.etag, modified_ms = excluded.modified_ms, body = excluded.body",
  );
  const insert = db.prepare(
    "INSERT INTO objects (key, etag, modified_ms, body) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
  );
  const updateIf = db.prepare("UPDATE objects SET etag = ?, modified_ms = ?, body = ? WHERE key = ? AND etag = ?");
  const remove = db.prepare("DELETE FROM objects WHERE key = ?");

  const commits = groupCommit(db);
  const mark = markFile === undefined ? () => undefined : markWrites(db, markFile);

  const damaged = (key: unknown): UserError => {
    const name = typeof key === "string" ? `the object ${key}` : "an object";
    return new UserError(`${file}: ${name} in it is damaged; stop medhelm, and call medhelm repair`);
  };
  // Checked by hand: a run reads a row for each request.
  const toHead = ({ key, etag, modified_ms: lastModifiedMs, size }: Row): ObjectHead => {
    if (typeof key !== "string" || typeof etag !== "string" || typeof lastModifiedMs !== "number") throw damaged(key);
    return { key, sizeBytes: Number(size), etag, lastModifiedMs, storeNowMs: clock.nowMs() };
  };
  const head = (key: string): ObjectHead | undefined => {
    const row = selectHead.get(key);
    return row && toHead(row);
  };
  const load = (key: string) => {
    const row = selectBody.get(key);
    if (row === undefined) return undefined;
    if (!(row["body"] instanceof Uint8Array)) throw damaged(key);
    const found = { ...toHead(row), body: row["body"] };
    if (!hasBytesOf(found.etag, found.body)) throw damaged(key);
    return found;
  };
  const existing = (key: string) => {
    const row = load(key);
    if (row === undefined) throw noObject(key);
    return row;
  };

  return {
    async get(key) {
      checkKey(key);
      return load(key);
    },
    async head(key) {
      checkKey(key);
      return head(key);
    },
    async *stream(key, range) {
      checkKey(key);
      const bytes = sliceRange(existing(key).body, range);
      for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
    },
    async put(key, body, condition) {
      checkKey(key);
      const bytes = typeof body === "string" ? encoder.encode(body) : await readBody(body);
      const [etag, nowMs] = [newEtag(bytes), clock.nowMs()];
      // Each put is one statement, so check and write are one transaction.
      const { changes } = await commits.run(() =>
        condition === undefined
          ? upsert.run(key, etag, nowMs, bytes)
          : "ifAbsent" in condition
            ? insert.run(key, etag, nowMs, bytes)
            : updateIf.run(etag, nowMs, bytes, key, condition.ifMatch),
      );
      if (changes === 0) return { outcome: "refused" };
      mark();
      return { outcome: "written", etag };
    },
    async copy(from, to) {
      checkKey(from);
      checkKey(to);
      commits.flush();
      transaction(db, () => {
        const { body } = existing(from);
        upsert.run(to, newEtag(body), clock.nowMs(), body);
      });
    },
    async *list(prefix, { after } = {}) {
      commits.flush();
      let rows =
        after === undefined || compareKeys(after, prefix) < 0 ? selectFrom.all(prefix) : selectAfter.all(after);
      while (rows.length > 0) {
        let last = "";
        for (const row of rows.map(toHead)) {
          if (!row.key.startsWith(prefix)) return;
          yield row;
          last = row.key;
        }
        if (rows.length < PAGE) return;
        rows = selectAfter.all(last);
      }
    },
    async delete(key, condition) {
      checkKey(key);
      commits.flush();
      return transaction(db, () => {
        const current = head(key);
        if (current === undefined) return "absent";
        if (!meetsCondition(current, condition)) return "refused";
        remove.run(key);
        return "deleted";
      });
    },
    async presign(key, options) {
      checkKey(key);
      return presignUrl(presign, key, options, clock.nowMs());
    },
    close() {
      commits.flush();
      db.close();
    },
  };
}
