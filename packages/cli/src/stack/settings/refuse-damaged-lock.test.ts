import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { refuseDamagedLock } from "./refuse-damaged-lock.ts";

test("a stack whose lock is damaged is refused with the command that repairs it", () => {
  const folder = mkdtempSync(join(tmpdir(), "medhelm-lock-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  expect(() => refuseDamagedLock(folder)).not.toThrow();
  writeFileSync(join(folder, ".medhelm/locks.sqlite"), "\nmore");
  expect(() => refuseDamagedLock(folder)).toThrow(
    /locks\.sqlite: this file is damaged .*; stop .* and call medhelm repair/,
  );
});
