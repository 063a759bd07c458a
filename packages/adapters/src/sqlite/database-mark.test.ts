import { copyFileSync, mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { sqliteStore } from "../objects/sqlite-store.ts";
import { hasLostRows, markWrites } from "./database-mark.ts";
import { openDatabase } from "./open-database.ts";
import { salvageRows } from "./salvage-rows.ts";

const marked = (file: string) => sqliteStore(file, { markFile: `${file}.mark` });
const row = new TextEncoder().encode("{}");

/** A folder as a killed process leaves it: the rows are in the log. Returns the path of its database. */
async function killed(then: (file: string) => Promise<void> = async () => undefined): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "medhelm-mark-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "living.sqlite");
  const store = marked(file);
  await store.put("cache/a", row);
  await then(file);
  for (const name of readdirSync(folder)) copyFileSync(join(folder, name), join(folder, name.replace("living", "a")));
  store.close();
  return join(dirname(file), "a.sqlite");
}

test("a database that a killed process left has lost no row", async () => {
  const file = await killed();
  expect(hasLostRows(file, `${file}.mark`)).toBe(false);
});

test.each<readonly [string, (file: string) => void]>([
  ["is empty", (file) => truncateSync(file)],
  ["is absent", (file) => rmSync(file)],
  ["has no log", (file) => rmSync(`${file}-wal`)],
  ["has an empty log", (file) => truncateSync(`${file}-wal`)],
  ["has a log without its beginning", (file) => writeFileSync(`${file}-wal`, Buffer.alloc(4096))],
])("a database that %s has lost rows, and is not opened", async (_how, lose) => {
  const file = await killed();
  lose(file);
  expect(() => marked(file)).toThrow(`${file}: this file has lost answers`);
});

test("an older copy of a database has lost rows", async () => {
  const file = await killed(async (living) => {
    const copy = join(dirname(living), "older");
    copyFileSync(`${living}-wal`, `${copy}-wal`);
    copyFileSync(living, copy);
    const later = marked(living);
    await later.put("cache/b", row);
    later.close();
  });
  const older = join(dirname(file), "older");
  expect(hasLostRows(older, `${file}.mark`)).toBe(true);
});

test("a database without a mark, and one with a damaged mark, are opened", async () => {
  const file = await killed();
  writeFileSync(`${file}.mark`, "{");
  const store = marked(file);
  expect(await store.head("cache/a")).toMatchObject({ sizeBytes: 2 });
  store.close();
  rmSync(`${file}.mark`);
  marked(file).close();
});

test("the rows of an emptied database are read from its log", async () => {
  const file = await killed();
  truncateSync(file);
  expect([...salvageRows(file, "objects", ["key"])].map(({ key }) => key)).toEqual(["cache/a"]);
});

test("a mark is on the disk before its file is written, so that a power cut loses no row that it counts", () => {
  const folder = mkdtempSync(join(tmpdir(), "medhelm-mark-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const db = openDatabase(join(folder, "a.sqlite"), "CREATE TABLE IF NOT EXISTS t (x)");
  const exec = vi.spyOn(db, "exec");
  markWrites(db, join(folder, "a.mark"))();
  expect(exec.mock.calls.flat()).toEqual([
    "PRAGMA synchronous = FULL",
    "BEGIN IMMEDIATE",
    expect.stringMatching(/^PRAGMA application_id = [1-9]\d*; PRAGMA user_version = 1$/),
    "COMMIT",
    "PRAGMA synchronous = NORMAL",
  ]);
  db.close();
});

test("a database is synchronised at its checkpoints, without which a power cut damages it", () => {
  const folder = mkdtempSync(join(tmpdir(), "medhelm-mark-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const db = openDatabase(join(folder, "a.sqlite"), "CREATE TABLE IF NOT EXISTS t (x)");
  expect(db.prepare("PRAGMA synchronous").get()).toEqual({ synchronous: 1 });
  db.close();
});
