import { defineCommand } from "medhelm/terminal/define-command";
import { argument } from "medhelm/terminal/option";
import { positiveInt } from "medhelm/terminal/option-values";
import { z } from "zod";
import { runProgram } from "../../scripts/program/run-program.ts";
import { suiteArguments, throwWithoutSuite } from "./suite-place.ts";

export const command = defineCommand({
  name: "node bench/summarize/seal-by-aggregator.ts",
  description:
    "Seals runs of HELM's layout by the aggregator, as medhelm run does, so that medhelm verify can compute their numbers again. A run of 1,000 instances takes about 3 seconds.",
  options: {
    ...suiteArguments,
    newSuite: argument("the suite of the sealed runs", z.string()),
    runs: argument("how many (default: all)", positiveInt.optional()),
  },
  async run(options) {
    throwWithoutSuite(options.folder, options.suite);
    const { sealRuns } = await import("./seal-runs.ts");
    await sealRuns(options);
    return 0;
  },
});

if (import.meta.main) await runProgram(command);
