import { mkdirSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { leftFolders } from "./left-folders.ts";

test("the folders that killed programs have left are found, and no other program's", () => {
  const dir = mkdtempSync(join(tmpdir(), "medhelm-left-"));
  for (const name of ["medhelm-sql-Ab12", "medhelm-live-x", "medhelm-other-x", "x-medhelm-sql-1"])
    mkdirSync(join(dir, name));
  expect(leftFolders(dir).toSorted()).toEqual(["medhelm-live-x", "medhelm-sql-Ab12"].map((name) => join(dir, name)));
});
