/**
 * Reports banned words and turns in comments, messages, test names and documents: `node scripts/check-prose.ts [PATH ...]`.
 * Without a path it checks every file of the repository.
 * Decision 0011 explains why this is our own code.
 */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { findBanned } from "./prose/find-banned.ts";
import { IGNORED_FILES, IGNORED_LITERALS, isIgnored } from "./prose/ignored.ts";
import { proseOf } from "./prose/prose-of.ts";

const CHECKED = /\.(?:[cm]?[jt]sx?|md|astro|ya?ml|conf|sh)$|(?:^|\/)(?:Dockerfile|run|\.gitignore)$/;

const paths = process.argv.slice(2);
const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "--", ...paths], {
  encoding: "utf8",
})
  .split("\n")
  .filter((path) => CHECKED.test(path) && existsSync(path) && !isIgnored(IGNORED_FILES, path));

const lines = files.flatMap((path) =>
  findBanned(proseOf(path, readFileSync(path, "utf8"), !isIgnored(IGNORED_LITERALS, path))).map(
    ({ line, words, instead }) => `${path}:${line}: "${words}": write ${instead}`,
  ),
);

if (lines.length > 0) {
  console.log(lines.join("\n"));
  console.error(`${lines.length} banned turns in ${files.length} files; rewrite these lines`);
  process.exitCode = 1;
}
