import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { writeNew } from "./write-new.ts";

test("a file that is there is refused, and stays as it is", async () => {
  const path = join(mkdtempSync(join(tmpdir(), "medhelm-new-")), "sheet.csv");
  writeFileSync(path, "filled in by a clinician");
  await expect(writeNew(path, "a new sheet")).rejects.toThrow("EEXIST");
  expect(readFileSync(path, "utf8")).toBe("filled in by a clinician");
});
