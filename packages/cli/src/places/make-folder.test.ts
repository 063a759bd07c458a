import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeFolder } from "./make-folder.ts";

const temporary = () => mkdtempSync(join(tmpdir(), "medhelm-folder-"));

test("a folder is made with all folders above it, and it is empty", () => {
  const path = join(temporary(), "a/b");
  makeFolder(path, "--output-path");
  expect(readdirSync(path)).toEqual([]);
});

test("a file in place of the folder is named with its option", () => {
  const file = join(temporary(), "a");
  writeFileSync(file, "mine");
  expect(() => makeFolder(file, "--out")).toThrow(`--out ${file}: it is a file; name a folder in which you can write`);
});

test("a file with a slash at its end is no link to nowhere", () => {
  const file = join(temporary(), "a");
  writeFileSync(file, "mine");
  expect(() => makeFolder(`${file}/`, "--out")).toThrow(
    `--out ${file}/: it is a file; name a folder in which you can write`,
  );
});

test("a path below a file is named with its option", () => {
  const file = join(temporary(), "a");
  writeFileSync(file, "mine");
  expect(() => makeFolder(join(file, "b/c"), "--out")).toThrow(
    `--out ${file}/b/c: a part of it is a file; name a folder in which you can write`,
  );
});

// Node's recursive mkdir never returns there
test.skipIf(!existsSync("/proc/self")).each(["/proc/none", "/proc/none/below", "/proc"])(
  "%s, where the system makes no folders, is refused (skipped without /proc)",
  (path) => {
    expect(() => makeFolder(path, "--output-path")).toThrow(
      `--output-path ${path}: this place takes no new files; name a folder in which you can write`,
    );
  },
);

test.each(["link", "link/below"])("%s, a path through a link to nothing, is named as such", (name) => {
  const folder = temporary();
  symlinkSync("none", join(folder, "link"));
  expect(() => makeFolder(join(folder, name), "--out")).toThrow(
    `--out ${folder}/${name}: it leads through a link to a place that does not exist; name a folder in which you can write`,
  );
});

test.skipIf(!existsSync("/dev/null"))("a device in place of the folder is named as such", () => {
  expect(() => makeFolder("/dev/null", "--out")).toThrow(
    "--out /dev/null: it is a pipe, a socket or a device; name a folder in which you can write",
  );
});

test("an address is no folder", () => {
  expect(() => makeFolder("s3://bucket", "--output-path")).toThrow(
    "--output-path s3://bucket: it is an address, not a folder; name a folder of this machine",
  );
});

test("a command that fails leaves no empty folder that it has made, and keeps one with a file and one that was there", () => {
  const there = temporary();
  const failing = `
    import { makeFolder } from ${JSON.stringify(new URL("make-folder.ts", import.meta.url).href)};
    import { writeFileSync } from "node:fs";
    makeFolder("empty/a/b", "--out");
    makeFolder("used/c", "--out");
    writeFileSync("used/file", "mine");
    process.exitCode = 2;`;
  mkdirSync(join(there, "before"));
  spawnSync(process.execPath, ["--input-type=module", "-e", failing], { cwd: there });
  expect(readdirSync(there, { recursive: true, encoding: "utf8" }).toSorted()).toEqual(["before", "used", "used/file"]);
});
