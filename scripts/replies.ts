import { defineCommand } from "medhelm/terminal/define-command";
import { argument, flag } from "medhelm/terminal/option";
import { UserError } from "@medhelm/core/user-error";
import { z } from "zod";
import { runProgram } from "./program/run-program.ts";

export const command = defineCommand({
  name: "npm run replies --",
  description:
    "Score the readers of replies against an expert's reading (docs/testing.md). It exits with 1 if a group misses a threshold. It takes about 10 seconds.",
  options: {
    file: argument(
      "replies with an expert's reading (default: ../shared/replies, or the project's own small set where that is absent)",
      z.string().optional(),
    ),
    verbose: flag("print each difference with the steps of the reader"),
    rivals: flag("print how the rules of other evaluations read the same replies"),
  },
  async run({ file, verbose, rivals: isRivals }) {
    if (verbose && isRivals) throw new UserError("--rivals has no details; leave out --verbose");
    const { fileReplies, ownReplies, sharedReplies } = await import("./replies/files.ts");
    const cases = file === undefined ? (sharedReplies() ?? ownReplies()) : fileReplies(file);
    if (isRivals) {
      const { rivals } = await import("./replies/rivals/rivals.ts");
      console.log(rivals(cases));
      return 0;
    }
    const [{ READERS }, { report }, { scoreReplies }] = await Promise.all([
      import("./replies/readers.ts"),
      import("./replies/report.ts"),
      import("./replies/score-replies.ts"),
    ]);
    const scores = scoreReplies(cases, READERS);
    console.log(report(scores, verbose));
    return scores.some(({ misses }) => misses.length > 0) ? 1 : 0;
  },
});

if (import.meta.main) await runProgram(command);
