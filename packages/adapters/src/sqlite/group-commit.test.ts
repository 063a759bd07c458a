import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, expect, test } from "vitest";
import { groupCommit } from "./group-commit.ts";
import { openDatabase } from "./open-database.ts";

const folder = mkdtempSync(join(tmpdir(), "medhelm-commit-"));
afterAll(() => rmSync(folder, { recursive: true }));

function opened(name: string) {
  const db = openDatabase(join(folder, name), "CREATE TABLE IF NOT EXISTS t (n INTEGER PRIMARY KEY)");
  const insert = db.prepare("INSERT INTO t (n) VALUES (?)");
  const reader = new DatabaseSync(join(folder, name));
  const seen = () =>
    reader
      .prepare("SELECT n FROM t ORDER BY n")
      .all()
      .map(({ n }) => n);
  return { commits: groupCommit(db), insert, seen };
}

test("writes of one turn are seen together, when their promises resolve", async () => {
  const { commits, insert, seen } = opened("together");
  const writes = [1, 2].map((n) => commits.run(() => insert.run(n)));
  expect(seen()).toEqual([]);
  await writes[0];
  expect(seen()).toEqual([1, 2]);
});

test("a write that fails does not undo the others of its turn", async () => {
  const { commits, insert, seen } = opened("alone");
  const results = await Promise.allSettled([1, 1, 2].map((n) => commits.run(() => insert.run(n))));
  expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(seen()).toEqual([1, 2]);
});

test("a flush commits what waits", () => {
  const { commits, insert, seen } = opened("flush");
  void commits.run(() => insert.run(1));
  commits.flush();
  expect(seen()).toEqual([1]);
});
