import { defineCommand } from "medhelm/terminal/define-command";
import { argument } from "medhelm/terminal/option";
import { z } from "zod";
import { runProgram } from "../../scripts/program/run-program.ts";

export const command = defineCommand({
  name: "npm run differences --",
  description:
    'Count the scores of single answers that differ between the profiles, in HELM\'s own runs of the reference data: the table "The difference in numbers" of docs/scoring.md. It takes about a minute.',
  options: {
    benchmarks: argument("benchmarks as the runs name them (default: all)", z.array(z.string()).default([])),
  },
  async run({ benchmarks }) {
    const { countDifferences } = await import("./count-differences.ts");
    await countDifferences(benchmarks);
    return 0;
  },
});

if (import.meta.main) await runProgram(command);
