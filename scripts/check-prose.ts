/**
 * Reports banned words and turns in comments, messages, test names and documents: `node scripts/check-prose.ts [PATH ...]`.
 * Without a path it checks every tracked file and compares the number of hits with prose-baseline.json.
 * Decision 0011 explains why this is our own code.
 */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { z } from "zod";
import { findBanned } from "./prose/find-banned.ts";
import { IGNORED_FILES, IGNORED_LITERALS, isIgnored } from "./prose/ignored.ts";
import { proseOf } from "./prose/prose-of.ts";

const CHECKED = /\.(?:[cm]?[jt]sx?|md|astro|ya?ml|conf|sh)$|(?:^|\/)(?:Dockerfile|run|\.gitignore)$/;
const BASELINE = "scripts/prose-baseline.json";

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

const allowed = paths.length === 0 && existsSync(BASELINE) ? allowedHits() : 0;
if (allowed === 0) console.log(lines.join("\n"));
if (lines.length > allowed) {
  const help = "list those of your files with: npm run prose -- $(git diff --name-only main)";
  console.error(`${lines.length} banned turns in ${files.length} files, ${allowed} allowed; ${help}`);
  process.exitCode = 1;
}

/** The number of hits that are left from before this check. It only shrinks, and the file goes at 0. */
function allowedHits(): number {
  return z.object({ allowed: z.number() }).parse(JSON.parse(readFileSync(BASELINE, "utf8"))).allowed;
}
