import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test } from "vitest";
import { openIndex, setIndexAside } from "./open-index.ts";

/** The output path of an index with one item, after a statement of SQL. */
async function indexAfter(sql: string) {
  const outputPath = mkdtempSync(join(tmpdir(), "medhelm-index-"));
  onTestFinished(() => rmSync(outputPath, { recursive: true }));
  const index = openIndex(outputPath);
  await index.write([{ kind: "put", partition: "p", sort: "s", value: 1 }]);
  index.close();
  const file = join(outputPath, ".medhelm/index.sqlite");
  const db = new DatabaseSync(file);
  db.exec(sql);
  db.close();
  return { outputPath, file };
}

test("an index that lost a row is set aside, so that all of it is made again", async () => {
  const { outputPath, file } = await indexAfter("DELETE FROM items");
  expect(setIndexAside(outputPath)).toBe(`${file} was damaged or had lost rows, and is now ${file}.damaged`);
  expect([existsSync(file), existsSync(`${file}.damaged`)]).toEqual([false, true]);
});

test("a whole index stays in use", async () => {
  const { outputPath, file } = await indexAfter("SELECT 1");
  expect(setIndexAside(outputPath)).toBeUndefined();
  expect(existsSync(file)).toBe(true);
});
