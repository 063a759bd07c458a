import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { isThere } from "./is-there.ts";
import { refuseSpecialFile } from "./refuse-special-file.ts";

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "special-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

test("a device is refused", () => {
  expect(() => refuseSpecialFile("/dev/zero", 100)).toThrow(
    "/dev/zero: it is a pipe, a socket or a device; name a file",
  );
});

test("a folder is refused", () => {
  const folder = temporaryFolder();
  expect(() => refuseSpecialFile(folder, 100)).toThrow(`${folder}: it is a folder; name a file`);
});

test("a file that is too large is refused before it is read", () => {
  const file = join(temporaryFolder(), "x.json");
  writeFileSync(file, "");
  truncateSync(file, 3 * 1024 ** 3);
  expect(() => refuseSpecialFile(file, 1024)).toThrow(
    `${file}: it has 3221225472 bytes, and at most 1024 are read; name another file`,
  );
});

test("a link that leads back to itself is refused", () => {
  const link = join(temporaryFolder(), "x");
  symlinkSync(link, link);
  expect(() => isThere(link)).toThrow(`${link}: it is a link that leads back to itself; name another path`);
});

test("a path below a file is not there", () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "a"));
  writeFileSync(join(folder, "a", "b"), "");
  expect([isThere(join(folder, "a", "b")), isThere(join(folder, "a", "b", "c"))]).toEqual([true, false]);
});
