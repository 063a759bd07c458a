import { readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { randomInt } from "node:crypto";
import { DatabaseSync } from "node:sqlite";
import { threadId } from "node:worker_threads";
import { jsonOrUndefined } from "@medhelm/core/text/json-or-undefined";
import { z } from "zod";
import { systemClock } from "../system-clock.ts";
import { transaction } from "./open-database.ts";

/** The header of a SQLite file has room for two of our numbers: an id, and a count that rises while rows are written. */
const Mark = z.object({ formatVersion: z.literal(1), id: z.int(), count: z.int() });
type Mark = z.infer<typeof Mark>;

const Header = z.object({ application_id: z.int() });
const Count = z.object({ user_version: z.int() });

const LARGEST_ID = 2 ** 31 - 1;
/** A mark writes to the disk, so rows that are written within this time share one. */
const EVERY_MS = 1000;

/**
 * Whether a file lost rows: it is absent, empty, from another folder, or older than its last mark. The last is true of an older copy, and of a file whose log
 * was deleted. SQLite opens all of them without an error.
 */
export function hasLostRows(file: string, markFile: string): boolean {
  const mark = readMark(markFile);
  if (mark === undefined) return false;
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) === 0) return true;
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    return isBefore(headerOf(db), mark);
  } finally {
    db.close();
  }
}

/** Returns a function to call after each commit, which marks the file in its header and then in `markFile`. */
export function markWrites(db: DatabaseSync, markFile: string): () => void {
  let markedMs: number | undefined;
  return () => {
    const nowMs = systemClock.monotonicMs();
    if (markedMs !== undefined && nowMs - markedMs < EVERY_MS) return;
    markedMs = nowMs;
    try {
      writeMark(markFile, raise(db));
    } catch {
      // the rows are stored; without a mark only a later loss of them is not noticed
    }
  };
}

/** Writes the mark into the header, and waits until it is on the disk: the mark's file then counts no row that a power cut loses. */
function raise(db: DatabaseSync): Mark {
  db.exec("PRAGMA synchronous = FULL");
  try {
    return transaction(db, () => {
      const { id, count } = headerOf(db);
      const next = { formatVersion: 1 as const, id: id === 0 ? randomInt(1, LARGEST_ID) : id, count: count + 1 };
      db.exec(`PRAGMA application_id = ${next.id}; PRAGMA user_version = ${next.count}`);
      return next;
    });
  } finally {
    db.exec("PRAGMA synchronous = NORMAL");
  }
}

const isBefore = (header: Mark, mark: Mark): boolean => header.id !== mark.id || header.count < mark.count;

function headerOf(db: DatabaseSync): Mark {
  const { application_id: id } = Header.parse(db.prepare("PRAGMA application_id").get());
  const { user_version: count } = Count.parse(db.prepare("PRAGMA user_version").get());
  return { formatVersion: 1, id, count };
}

/** undefined for an absent or damaged file, which the next mark replaces. */
function readMark(markFile: string): Mark | undefined {
  if (statSync(markFile, { throwIfNoEntry: false })?.isFile() !== true) return undefined;
  return Mark.safeParse(jsonOrUndefined(readFileSync(markFile, "utf8"))).data;
}

/** A lower mark of a slower process may replace a higher one, which notices less and refuses nothing wrongly. */
function writeMark(markFile: string, mark: Mark): void {
  const part = `${markFile}.${process.pid}-${threadId}`;
  writeFileSync(part, `${JSON.stringify(mark)}\n`);
  renameSync(part, markFile);
}
