/**
 * Scores the readers of replies against an expert's reading: `npm run replies [-- FILE] [--verbose]` (docs/testing.md).
 * Without FILE it reads ../shared/replies, or the project's own small set where that is absent. Exits with 1 beyond the thresholds.
 */
import { UserError } from "@medhelm/core/user-error";
import { fileReplies, ownReplies, sharedReplies } from "./replies/files.ts";
import { READERS } from "./replies/readers.ts";
import { report } from "./replies/report.ts";
import { scoreReplies } from "./replies/score-replies.ts";

try {
  const args = process.argv.slice(2);
  const [file, ...more] = args.filter((arg) => arg !== "--verbose");
  if (more.length > 0 || file?.startsWith("-") === true)
    throw new UserError("npm run replies takes one FILE and --verbose; leave out the rest");
  const cases = file === undefined ? (sharedReplies() ?? ownReplies()) : fileReplies(file);
  const scores = scoreReplies(cases, READERS);
  console.log(report(scores, args.includes("--verbose")));
  if (scores.some(({ misses }) => misses.length > 0)) process.exitCode = 1;
} catch (error) {
  if (!(error instanceof UserError)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
