import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { z } from "zod";

const root = fileURLToPath(new URL("..", import.meta.url));
const read = (file: string): string => readFileSync(`${root}${file}`, "utf8");
const Package = z.object({ version: z.string().optional() });
const versionIn = (file: string) => Package.parse(JSON.parse(read(file))).version;

test("the version is in the root's package.json and in no other", () => {
  const files = execFileSync("git", ["ls-files", "package.json", "*/package.json"], { cwd: root, encoding: "utf8" });
  expect(
    files
      .trim()
      .split("\n")
      .filter((file) => versionIn(file) !== undefined),
  ).toEqual(["package.json"]);
});

test("the newest release of the changelog is this version, below the unreleased changes", () => {
  const headings = [...read("CHANGELOG.md").matchAll(/^## \[([^\]]+)\]/gm)].map(([, name]) => name);
  expect(headings.slice(0, 2)).toEqual(["Unreleased", versionIn("package.json")]);
});
