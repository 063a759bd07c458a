import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { UserError } from "@medhelm/core/user-error";
import { defineCommand } from "medhelm/terminal/define-command";
import { argument } from "medhelm/terminal/option";
import { z } from "zod";
import { runProgram } from "./program/run-program.ts";
import { findBanned } from "./prose/find-banned.ts";
import { IGNORED_FILES, IGNORED_LITERALS, isIgnored } from "./prose/ignored.ts";
import { proseOf } from "./prose/prose-of.ts";

const CHECKED = /\.(?:[cm]?[jt]sx?|md|astro|ya?ml|conf|sh)$|(?:^|\/)(?:Dockerfile|run|\.gitignore)$/;

// decision 0011 explains why this is our own code
export const command = defineCommand({
  name: "npm run prose --",
  description:
    "Report banned words and turns in comments, messages, test names and documents, with their replacements. It takes some seconds.",
  options: {
    paths: argument("files or folders (default: the repository)", z.array(z.string()).default([])),
  },
  async run({ paths }) {
    const files = listed(paths).filter(
      (path) => CHECKED.test(path) && existsSync(path) && !isIgnored(IGNORED_FILES, path),
    );
    const lines = files.flatMap((path) =>
      findBanned(proseOf(path, readFileSync(path, "utf8"), !isIgnored(IGNORED_LITERALS, path))).map(
        ({ line, words, instead }) => `${path}:${line}: "${words}": write ${instead}`,
      ),
    );
    if (lines.length === 0) return 0;
    console.log(lines.join("\n"));
    console.error(`${lines.length} banned turns in ${files.length} files; rewrite these lines`);
    return 1;
  },
});

/** The files of the repository at these paths. */
function listed(paths: readonly string[]): readonly string[] {
  const absent = paths.find((path) => !existsSync(path));
  if (absent !== undefined) throw new UserError(`there is no ${absent}; name files or folders of the repository`);
  return execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "--", ...paths], {
    encoding: "utf8",
  }).split("\n");
}

if (import.meta.main) await runProgram(command);
