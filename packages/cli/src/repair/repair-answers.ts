import { counted } from "@medhelm/core/text/counted";
import { isUtf8 } from "node:buffer";
import { existsSync, renameSync, rmSync, statSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { hasBytesOf } from "@medhelm/adapters/sqlite/row-etag";
import { sqliteStore } from "@medhelm/adapters/objects/sqlite-store";
import { hasLostRows } from "@medhelm/adapters/sqlite/database-mark";
import { isDamagedDatabase } from "@medhelm/adapters/sqlite/damaged-database";
import { refuseFolders } from "@medhelm/adapters/sqlite/refuse-folders";
import { salvageRows } from "@medhelm/adapters/sqlite/salvage-rows";
import { isReadableAnswer } from "@medhelm/service/repair/is-readable-answer";
import { countAnswers } from "@medhelm/service/pools/count-answers";
import { z } from "zod";
import type { answerFiles } from "../places/answer-files.ts";

const Row = z.object({ key: z.string(), etag: z.string(), body: z.instanceof(Uint8Array) });

const ASKED_AGAIN = "and a run asks for the others again when it needs them";

/**
 * Makes a damaged file of answers again from its readable rows, and keeps the damaged one as `<file>.damaged`. A file that has lost rows, such as an older
 * copy, stays as it is, and is marked again. No other process may use it.
 * @returns a sentence; undefined: the file is whole, or absent as before
 */
export async function repairAnswers({ file, markFile }: ReturnType<typeof answerFiles>): Promise<string | undefined> {
  refuseFolders(file);
  const isThere = existsSync(file);
  if (!isThere || isWhole(file)) {
    if (!hasLostRows(file, markFile)) return undefined;
    rmSync(markFile);
    return `${file} had lost answers: ${kept(isThere ? answersIn(file) : 0)}, ${ASKED_AGAIN}`;
  }
  const made = `${file}.repaired`;
  rmSync(made, { force: true });
  const store = sqliteStore(made);
  let count = 0;
  for (const row of salvageRows(file, "objects", ["key", "etag", "body"])) {
    const { data } = Row.safeParse(row);
    if (data === undefined || !isAnswer(data)) continue;
    await store.put(data.key, data.body);
    count += countAnswers(data.key, data.body);
  }
  store.close();
  for (const suffix of ["", "-wal", "-shm"])
    if (existsSync(file + suffix)) renameSync(file + suffix, `${file}.damaged${suffix}`);
  renameSync(made, file);
  rmSync(markFile, { force: true });
  return `${file} was damaged: ${kept(count)}, ${ASKED_AGAIN}; the damaged file is now ${file}.damaged`;
}

const kept = (count: number): string => `${counted(count, "answer is", "answers are")} kept`;

function isWhole(file: string): boolean {
  if (statSync(file).size === 0) return false; // SQLite would delete its log, which may have rows
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    if (db.prepare("PRAGMA quick_check(1)").get()?.["quick_check"] !== "ok") return false;
    if (!hasTable(db)) return true;
    for (const row of db.prepare("SELECT key, etag, body FROM objects").iterate()) {
      const { data } = Row.safeParse(row);
      if (data === undefined || !isAnswer(data)) return false;
    }
    return true;
  } catch (error) {
    if (isDamagedDatabase(error)) return false;
    throw error;
  } finally {
    db.close();
  }
}

function answersIn(file: string): number {
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    if (!hasTable(db)) return 0;
    let count = 0;
    for (const row of db.prepare("SELECT key, etag, body FROM objects").iterate()) {
      const { key, body } = Row.parse(row);
      count += countAnswers(key, body);
    }
    return count;
  } finally {
    db.close();
  }
}

/** A file whose log was deleted may lack its table. */
const hasTable = (db: DatabaseSync): boolean =>
  db.prepare("SELECT 1 FROM sqlite_master WHERE name = 'objects'").get() !== undefined;

const isAnswer = ({ key, etag, body }: Readonly<z.infer<typeof Row>>): boolean =>
  hasBytesOf(etag, body) && isUtf8(body) && isReadableAnswer(key, body);
