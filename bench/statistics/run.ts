import { defineCommand } from "medhelm/terminal/define-command";
import { argument } from "medhelm/terminal/option";
import { positiveInt } from "medhelm/terminal/option-values";
import { z } from "zod";
import { runProgram } from "../../scripts/program/run-program.ts";
import { PARTS } from "./parts.ts";

export const command = defineCommand({
  name: "node bench/statistics/run.ts",
  description:
    "Measures the statistics of a release on simulated data. It prints tables for docs/statistics.md, and exits with 1 where a promise of that page does not hold. A part takes 1 to 2 minutes of one core, average 4, and family an hour.",
  options: {
    part: argument("what to measure", z.enum(PARTS).default("coverage")),
    dataSets: argument(
      "data sets of each setting (default: 5000, few 1000, average and family 2000, band 100)",
      positiveInt.optional(),
    ),
  },
  async run({ part, dataSets }) {
    const { measurePart } = await import("./measure-part.ts");
    const { text, misses } = measurePart(part, dataSets);
    console.log(text);
    for (const miss of misses) console.error(miss);
    return misses.length > 0 ? 1 : 0;
  },
});

if (import.meta.main) await runProgram(command);
