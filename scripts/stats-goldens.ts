/**
 * Checks the formulas of statistics, inference and agreement against expected values: `npm run stats:goldens [-- FILE]` (docs/testing.md).
 * Without FILE it reads ../shared/stats/goldens.json, or the project's own small set where that is absent. Prints one line per section.
 * Exits with 1 for a difference, and with 2 for a file that it cannot read.
 */
import { UserError } from "@medhelm/core/user-error";
import { checkGoldens } from "./stats-goldens/check-goldens.ts";
import { fileGoldens, ownGoldens, sharedGoldens } from "./stats-goldens/files.ts";
import { report } from "./stats-goldens/report.ts";
import { SECTIONS } from "./stats-goldens/sections.ts";

try {
  const [file, ...more] = process.argv.slice(2);
  if (more.length > 0 || file?.startsWith("-") === true)
    throw new UserError("npm run stats:goldens takes one FILE; leave out the rest");
  const goldens = file === undefined ? (sharedGoldens() ?? ownGoldens()) : fileGoldens(file);
  const results = checkGoldens(goldens, SECTIONS);
  console.log(report(results));
  if (results.some(({ differences }) => differences.length > 0)) process.exitCode = 1;
} catch (error) {
  if (!(error instanceof UserError)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
