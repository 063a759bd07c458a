import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
const PRODUCT = ["packages", "functions", "web"];
const NOT_PRODUCT = /\.test\.ts$|^packages\/testing\//;
const RECURSIVE = /\bmkdir(?:Sync)?\([^;]*\brecursive\b/;

test("a recursive mkdir is found, over several lines too", () => {
  expect(
    ["mkdirSync(a, { recursive: true });", "await mkdir(\n  a,\n  { recursive: true },\n);"].map(isRecursive),
  ).toEqual([true, true]);
  expect(["mkdirSync(a);", "mkdir(a); cp(a, b, { recursive: true });"].map(isRecursive)).toEqual([false, false]);
});

test("the product makes folders by makeFolders, because a recursive mkdir never returns below /proc", () => {
  const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", ...PRODUCT], {
    cwd: root,
    encoding: "utf8",
  })
    .split("\n")
    .filter((path) => path.endsWith(".ts") && !NOT_PRODUCT.test(path) && existsSync(join(root, path)));
  expect(files.length).toBeGreaterThan(500);
  expect(files.filter((path) => isRecursive(readFileSync(join(root, path), "utf8")))).toEqual([]);
});

function isRecursive(source: string): boolean {
  return RECURSIVE.test(source);
}
