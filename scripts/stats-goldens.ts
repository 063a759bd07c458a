import { defineCommand } from "medhelm/terminal/define-command";
import { argument } from "medhelm/terminal/option";
import { z } from "zod";
import { runProgram } from "./program/run-program.ts";

export const command = defineCommand({
  name: "npm run stats:goldens --",
  description:
    "Check the formulas of statistics, inference and agreement against expected values (docs/testing.md). It exits with 1 for a difference. It takes a second.",
  options: {
    file: argument(
      "expected values (default: ../shared/stats/goldens.json, or the project's own small set where that is absent)",
      z.string().optional(),
    ),
  },
  async run({ file }) {
    const [{ checkGoldens }, { fileGoldens, ownGoldens, sharedGoldens }, { report }, { SECTIONS }] = await Promise.all([
      import("./stats-goldens/check-goldens.ts"),
      import("./stats-goldens/files.ts"),
      import("./stats-goldens/report.ts"),
      import("./stats-goldens/sections.ts"),
    ]);
    const goldens = file === undefined ? (sharedGoldens() ?? ownGoldens()) : fileGoldens(file);
    const results = checkGoldens(goldens, SECTIONS);
    console.log(report(results));
    return results.some(({ differences }) => differences.length > 0) ? 1 : 0;
  },
});

if (import.meta.main) await runProgram(command);
