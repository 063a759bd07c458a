import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test } from "vitest";
import { indexContract } from "@medhelm/testing/contract/index-contract";
import { race } from "@medhelm/testing/contract/race";
import { hasAllRows } from "./index-tally.ts";
import { sqliteIndex } from "./sqlite-index.ts";

indexContract("sqlite", () => {
  const dir = mkdtempSync(join(tmpdir(), "medhelm-index-"));
  const [index, other] = [sqliteIndex(join(dir, "i.sqlite")), sqliteIndex(join(dir, "i.sqlite"))];
  return {
    index,
    other,
    dispose() {
      index.close();
      other.close();
      rmSync(dir, { recursive: true });
    },
  };
});

indexContract("sqlite in memory", () => {
  const index = sqliteIndex(":memory:");
  return { index, dispose: () => index.close() };
});

test("an item is deleted at the first opening a day after its expiry", async () => {
  const dir = mkdtempSync(join(tmpdir(), "medhelm-index-"));
  const key = { partition: "claims", sort: "a" };
  const openAt = (nowMs: number) => sqliteIndex(join(dir, "i.sqlite"), { clock: { nowMs: () => nowMs } });
  const first = openAt(0);
  await first.write([{ kind: "put", ...key, value: 1, expiresAtS: 50 }]);
  openAt(86_450_000).close();
  expect((await first.get(key))?.value).toBe(1);
  openAt(86_451_000).close();
  expect(await first.get(key)).toBeUndefined();
  first.close();
  rmSync(dir, { recursive: true });
});

test("three processes and a killed one lose no update, and only one of them creates a key", async () => {
  const dir = mkdtempSync(join(tmpdir(), "medhelm-index-"));
  const file = join(dir, "i.sqlite");
  const { counted, created } = await race("index", file, 100, join(dir, "log"));
  expect(new Set(counted).size).toBe(counted.length);
  expect(new Set(created).size).toBe(created.length);
  const index = sqliteIndex(file);
  // The killed process may have written an item without recording it.
  const value = (await index.get({ partition: "race", sort: "n" }))?.value;
  expect([counted.length, counted.length + 1]).toContain(value);
  index.close();
  rmSync(dir, { recursive: true });
});

test("two indexes in memory share nothing", async () => {
  const [one, two] = [sqliteIndex(":memory:"), sqliteIndex(":memory:")];
  await one.write([{ kind: "put", partition: "p", sort: "s", value: 1 }]);
  expect(await two.get({ partition: "p", sort: "s" })).toBeUndefined();
  one.close();
  two.close();
});

test("a row whose value is no JSON is read as null, which no reader takes for an item, and the other rows are read", async () => {
  const dir = mkdtempSync(join(tmpdir(), "medhelm-index-"));
  const index = sqliteIndex(join(dir, "i.sqlite"));
  for (const sort of ["a", "b", "c"]) await index.write([{ kind: "put", partition: "p", sort, value: { n: 1 } }]);
  const db = new DatabaseSync(join(dir, "i.sqlite"));
  db.exec("UPDATE items SET value = '{\"n\":' WHERE sort = CAST('a' AS BLOB)");
  db.exec("UPDATE items SET value = x'00', revision = 7 WHERE sort = CAST('b' AS BLOB)");
  db.close();
  const { items } = await index.query("p", { limit: 10 });
  expect(items.map(({ sort, value }) => [sort, value])).toEqual([
    ["a", null],
    ["b", null],
    ["c", { n: 1 }],
  ]);
  index.close();
  rmSync(dir, { recursive: true });
});

/** Changes the text of a row as a disk or a person does. */
function damage(file: string, sort: string, value: string): void {
  const db = new DatabaseSync(file);
  db.prepare("UPDATE items SET value = ? WHERE sort = CAST(? AS BLOB)").run(value, sort);
  db.close();
}

test("a row whose value is another one is damaged, and a row of an earlier version has no checksum", async () => {
  const dir = mkdtempSync(join(tmpdir(), "medhelm-index-"));
  const file = join(dir, "i.sqlite");
  const index = sqliteIndex(file);
  for (const sort of ["a", "b"]) await index.write([{ kind: "put", partition: "p", sort, value: { n: 1 } }]);
  for (const sort of ["a", "b"]) damage(file, sort, '{"n":2}');
  const db = new DatabaseSync(file);
  db.exec("UPDATE items SET revision = '00000000-0000-4000-8000-000000000000' WHERE sort = CAST('b' AS BLOB)");
  db.close();
  expect((await index.query("p", { limit: 10 })).items.map(({ value }) => value)).toEqual([null, { n: 2 }]);
  index.close();
  rmSync(dir, { recursive: true });
});

test("a damaged counter stays damaged, and allows no amount within a limit", async () => {
  const dir = mkdtempSync(join(tmpdir(), "medhelm-index-"));
  const file = join(dir, "i.sqlite");
  const index = sqliteIndex(file);
  const add = { kind: "add", partition: "p", sort: "total", amount: 1 } as const;
  await index.write([add]);
  damage(file, "total", '{"count":');
  expect(await index.write([{ ...add, atMost: 10 }])).toEqual({ outcome: "refused", failed: [0] });
  expect(await index.write([add])).toEqual({ outcome: "written" });
  expect((await index.get(add))?.value).toBeNull();
  index.close();
  rmSync(dir, { recursive: true });
});

/** An index file with three items, of which one expires, after a statement of SQL, as a disk or a person changes it. */
async function changedBy(sql: string) {
  const dir = mkdtempSync(join(tmpdir(), "medhelm-index-"));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const file = join(dir, "i.sqlite");
  const index = sqliteIndex(file);
  for (const sort of ["a", "b", "c"]) await index.write([{ kind: "put", partition: "p", sort, value: 1 }]);
  await index.write([{ kind: "put", partition: "p", sort: "c", value: 2, expiresAtS: 4e9 }]);
  await index.write([{ kind: "add", partition: "p", sort: "n", amount: 1 }]);
  await index.write([{ kind: "delete", partition: "p", sort: "b" }]);
  index.close();
  const db = new DatabaseSync(file);
  db.exec(sql);
  db.close();
  return file;
}

const isWhole = (file: string): boolean => {
  const db = new DatabaseSync(file);
  const found = hasAllRows(db);
  db.close();
  return found;
};

test.each([
  ["UPDATE items SET sort = CAST('x' AS BLOB) WHERE sort = CAST('a' AS BLOB)", "x"],
  ["UPDATE items SET expires_s = 5000000000 WHERE sort = CAST('c' AS BLOB)", "c"],
  ["UPDATE items SET expires_s = 5 WHERE sort = CAST('a' AS BLOB)", "a"],
])("a row whose key or expiry is another one is damaged, and is not deleted: %s", async (sql, sort) => {
  const index = sqliteIndex(await changedBy(sql));
  const { items } = await index.query("p", { limit: 10 });
  index.close();
  expect(items.filter(({ value }) => value === null).map((item) => item.sort)).toEqual([sort]);
});

test.each([
  "DELETE FROM items WHERE sort = CAST('a' AS BLOB)",
  "DELETE FROM items",
  "UPDATE items SET sort = CAST('x' AS BLOB) WHERE sort = CAST('a' AS BLOB)",
  "UPDATE items SET partition = CAST('q' AS BLOB) WHERE sort = CAST('a' AS BLOB)",
  "UPDATE items SET expires_s = NULL",
  "UPDATE items SET value = 3",
  "UPDATE items SET revision = '00000000-0000-4000-8000-000000000000' WHERE sort = CAST('a' AS BLOB)",
  "INSERT INTO items SELECT partition, CAST('x' AS BLOB), value, revision, expires_s FROM items LIMIT 1",
  "ALTER TABLE items RENAME COLUMN value TO valuf",
])("an index file that was changed has not the rows that were written: %s", async (sql) => {
  expect(isWhole(await changedBy(sql))).toBe(false);
});

test("an index file that nobody has changed has the rows that were written, also after an item has expired", async () => {
  const file = await changedBy("SELECT 1");
  expect(isWhole(file)).toBe(true);
  sqliteIndex(file, { clock: { nowMs: () => 5e12 } }).close();
  expect(isWhole(file)).toBe(true);
});

test("an index file of an earlier version is whole, and its rows are counted from its first opening on", async () => {
  const file = await changedBy(
    "DROP TABLE tally; UPDATE items SET revision = '00000000-0000-4000-8000-000000000000' WHERE sort = CAST('a' AS BLOB)",
  );
  expect(isWhole(file)).toBe(true);
  const index = sqliteIndex(file);
  await index.write([{ kind: "put", partition: "p", sort: "a", value: 2 }]);
  index.close();
  expect(isWhole(file)).toBe(true);
  const db = new DatabaseSync(file);
  db.exec("DELETE FROM items WHERE sort = CAST('a' AS BLOB)");
  db.close();
  expect(isWhole(file)).toBe(false);
});
