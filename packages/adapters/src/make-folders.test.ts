import { existsSync, mkdtempSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeFolders } from "./make-folders.ts";

const temporary = () => mkdtempSync(join(tmpdir(), "medhelm-folders-"));

test("a folder is made with all folders above it, and making it again changes nothing", () => {
  const path = join(temporary(), "a/b");
  makeFolders(path);
  makeFolders(path);
  expect(readdirSync(path)).toEqual([]);
});

test("new folders have the given permissions", () => {
  const path = join(temporary(), "a/b");
  makeFolders(path, 0o700);
  expect([path, join(path, "..")].map((folder) => statSync(folder).mode & 0o777)).toEqual([0o700, 0o700]);
});

test.each(["", "/b/c"])("a file is not a folder, nor is %o below it", (below) => {
  const file = join(temporary(), "a");
  writeFileSync(file, "mine");
  expect(() => makeFolders(`${file}${below}`)).toThrow(below === "" ? "EEXIST" : "ENOTDIR");
});

// Node's recursive mkdir never returns there
test.skipIf(!existsSync("/proc/self")).each(["/proc/none", "/proc/none/below"])(
  "%s cannot be made (skipped without /proc)",
  (path) => {
    expect(() => makeFolders(path)).toThrow("/proc/none cannot be made");
  },
);
