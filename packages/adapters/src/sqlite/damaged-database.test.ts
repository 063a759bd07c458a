import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test } from "vitest";
import { setAsideIfDamaged } from "./damaged-database.ts";

function newFile(): string {
  const folder = mkdtempSync(join(tmpdir(), "medhelm-sqlite-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, "a.sqlite");
}

function database(): string {
  const file = newFile();
  const db = new DatabaseSync(file);
  db.exec("CREATE TABLE t (x TEXT); CREATE INDEX i ON t (x)");
  const insert = db.prepare("INSERT INTO t VALUES (?)");
  for (let n = 0; n < 500; n++) insert.run(`row ${n} ${"x".repeat(50)}`);
  db.close();
  return file;
}

test.each([
  ["is no database", () => Buffer.from("not a database, but a text that is long enough")],
  ["is cut off", (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
  ["has a page of zeros", (bytes: Buffer) => bytes.fill(0, 8192, 12_288)],
])("a file that %s is moved away", (_how, damage) => {
  const file = database();
  const damaged = damage(readFileSync(file));
  writeFileSync(file, damaged);
  writeFileSync(`${file}-wal`, "");
  expect(setAsideIfDamaged(file)).toBe(true);
  expect(readFileSync(`${file}.damaged`)).toEqual(damaged);
  expect([file, `${file}-wal`].map((path) => existsSync(path))).toEqual([false, false]);
});

test("a whole file, an empty one and none stay as they are", () => {
  const [whole, empty] = [database(), newFile()];
  const bytes = readFileSync(whole);
  writeFileSync(empty, "");
  expect([whole, empty, newFile()].map((file) => setAsideIfDamaged(file))).toEqual([false, false, false]);
  expect(readFileSync(whole)).toEqual(bytes);
});
