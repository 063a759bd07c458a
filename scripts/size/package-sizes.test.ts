import { linkSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { packageSizes } from "./package-sizes.ts";

function folderWith(files: Readonly<Record<string, number>>): string {
  const folder = mkdtempSync(join(tmpdir(), "medhelm-size-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [file, bytes] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), "x".repeat(bytes));
  }
  return folder;
}

test("files count for the package that holds them, scoped and nested ones too; the largest is first", async () => {
  const folder = folderWith({
    "package.json": 1,
    "node_modules/a/index.js": 2,
    "node_modules/a/node_modules/@b/c/lib/x.js": 20,
    "packages/core/src/run/y.ts": 7,
  });
  expect(await packageSizes(folder)).toEqual([
    { name: "@b/c", bytes: 20 },
    { name: "packages/core", bytes: 7 },
    { name: "a", bytes: 2 },
    { name: ".", bytes: 1 },
  ]);
});

test("a file with two names counts once, and the target of a symbolic link is not counted", async () => {
  const folder = folderWith({ "node_modules/node/bin/node": 9 });
  linkSync(join(folder, "node_modules/node/bin/node"), join(folder, "node_modules/node/copy"));
  symlinkSync("node/bin/node", join(folder, "node_modules/link"));
  expect(await packageSizes(folder)).toEqual([{ name: "node", bytes: 9 }]);
});

test("only the named files and folders count", async () => {
  const folder = folderWith({ "package.json": 1, "node_modules/a/x.js": 2, "infra/node_modules/b/x.js": 4, "y.ts": 8 });
  expect(await packageSizes(folder, ["package.json", "node_modules"])).toEqual([
    { name: "a", bytes: 2 },
    { name: ".", bytes: 1 },
  ]);
});
