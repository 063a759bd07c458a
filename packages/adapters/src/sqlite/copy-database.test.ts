import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { copyDatabase } from "./copy-database.ts";
import { openDatabase } from "./open-database.ts";

test("a copy has every committed row and no row of an open transaction", () => {
  const dir = mkdtempSync(join(tmpdir(), "medhelm-copy-"));
  const db = openDatabase(join(dir, "a.sqlite"), "CREATE TABLE IF NOT EXISTS t (n INTEGER)");
  db.exec("INSERT INTO t VALUES (1); BEGIN IMMEDIATE; INSERT INTO t VALUES (2)");
  copyDatabase(join(dir, "a.sqlite"), join(dir, "b.sqlite"));
  expect(new DatabaseSync(join(dir, "b.sqlite")).prepare("SELECT n FROM t").all()).toEqual([{ n: 1 }]);
});
