/**
 * Scores the readers of replies against an expert's reading: `npm run replies [-- FILE] [--verbose | --rivals]` (docs/testing.md).
 * Without FILE it reads ../shared/replies, or the project's own small set where that is absent. Exits with 1 beyond the thresholds.
 * --rivals prints how the rules of other evaluations read the same cases.
 */
import { UserError } from "@medhelm/core/user-error";
import { fileReplies, ownReplies, sharedReplies } from "./replies/files.ts";
import { READERS } from "./replies/readers.ts";
import { report } from "./replies/report.ts";
import { rivals } from "./replies/rivals/rivals.ts";
import { scoreReplies } from "./replies/score-replies.ts";

try {
  const args = process.argv.slice(2);
  const [file, ...more] = args.filter((arg) => arg !== "--verbose" && arg !== "--rivals");
  if (more.length > 0 || file?.startsWith("-") === true)
    throw new UserError("npm run replies takes one FILE and --verbose or --rivals; leave out the rest");
  const cases = file === undefined ? (sharedReplies() ?? ownReplies()) : fileReplies(file);
  const isRivals = args.includes("--rivals");
  const scores = isRivals ? [] : scoreReplies(cases, READERS);
  console.log(isRivals ? rivals(cases) : report(scores, args.includes("--verbose")));
  if (scores.some(({ misses }) => misses.length > 0)) process.exitCode = 1;
} catch (error) {
  if (!(error instanceof UserError)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
