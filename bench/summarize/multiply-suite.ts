import { defineCommand } from "medhelm/terminal/define-command";
import { argument } from "medhelm/terminal/option";
import { positiveInt } from "medhelm/terminal/option-values";
import { z } from "zod";
import { runProgram } from "../../scripts/program/run-program.ts";
import { suiteArguments, throwWithoutSuite } from "./suite-place.ts";

export const command = defineCommand({
  name: "node bench/summarize/multiply-suite.ts",
  description:
    "Makes a sealed suite of many models from a suite of a few, which it seals first. 1,480 runs take about 20 seconds.",
  options: {
    ...suiteArguments,
    newSuite: argument("the suite of the copies", z.string()),
    copies: argument("copies of each run", positiveInt),
  },
  async run(options) {
    throwWithoutSuite(options.folder, options.suite);
    const { copyRuns } = await import("./copy-runs.ts");
    await copyRuns(options);
    return 0;
  },
});

if (import.meta.main) await runProgram(command);
