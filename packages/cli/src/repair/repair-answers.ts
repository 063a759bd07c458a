import { counted } from "@medhelm/core/text/counted";
import { existsSync, renameSync, rmSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { hasBytesOf } from "@medhelm/adapters/objects/sqlite-etag";
import { sqliteStore } from "@medhelm/adapters/objects/sqlite-store";
import { isDamagedDatabase } from "@medhelm/adapters/sqlite/damaged-database";
import { salvageRows } from "@medhelm/adapters/sqlite/salvage-rows";
import { z } from "zod";

const Row = z.object({ key: z.string(), etag: z.string(), body: z.instanceof(Uint8Array) });

/**
 * Makes a damaged file of answers again from its readable rows, and keeps the damaged one as `<file>.damaged`. No other process may use it.
 * @returns a sentence; undefined: the file is whole, or absent
 */
export async function repairAnswers(file: string): Promise<string | undefined> {
  if (!existsSync(file) || isWhole(file)) return undefined;
  const made = `${file}.repaired`;
  rmSync(made, { force: true });
  const store = sqliteStore(made);
  let kept = 0;
  for (const row of salvageRows(file, "objects")) {
    const { data } = Row.safeParse(row);
    if (data === undefined || !isAnswer(data)) continue;
    await store.put(data.key, data.body);
    kept++;
  }
  store.close();
  for (const suffix of ["", "-wal", "-shm"])
    if (existsSync(file + suffix)) renameSync(file + suffix, `${file}.damaged${suffix}`);
  renameSync(made, file);
  const answers = `${counted(kept, "answer is", "answers are")} kept`;
  return `${file} was damaged: ${answers}, and a run asks for the others again when it needs them; the damaged file is now ${file}.damaged`;
}

function isWhole(file: string): boolean {
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    if (db.prepare("PRAGMA quick_check(1)").get()?.["quick_check"] !== "ok") return false;
    for (const row of db.prepare("SELECT key, etag, body FROM objects").iterate())
      if (!isAnswer(Row.parse(row))) return false;
    return true;
  } catch (error) {
    if (isDamagedDatabase(error)) return false;
    throw error;
  } finally {
    db.close();
  }
}

function isAnswer({ etag, body }: Readonly<z.infer<typeof Row>>): boolean {
  if (!hasBytesOf(etag, body)) return false;
  try {
    JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
    return true;
  } catch {
    return false;
  }
}
