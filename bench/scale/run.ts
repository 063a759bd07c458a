import { defineCommand } from "medhelm/terminal/define-command";
import { flag, option } from "medhelm/terminal/option";
import { positiveInt } from "medhelm/terminal/option-values";
import { z } from "zod";
import { runProgram } from "../../scripts/program/run-program.ts";
import { numbers, seedOption } from "../options.ts";
import { MIX_NAMES } from "./mix-names.ts";

export const command = defineCommand({
  name: "npm run bench:scale --",
  description:
    "Simulates a service on AWS with many submissions of 37 benchmarks and 40 models that arrive at the same time: hours, dollars and requests. Sizes up to 100 take about 3 minutes, and 1000 more than 6.",
  options: {
    submissions: option("numbers", "sizes (default: 1,10,100,1000)", numbers.default([1, 10, 100, 1000])),
    mix: option("name", "what a submission has", z.enum(MIX_NAMES).default("full")),
    seed: seedOption,
    stored: option(
      "n",
      "submissions of a size that the store, the API and the sweep handle; the others cost their mean",
      positiveInt.default(200),
    ),
    whole: flag("handle all of them, run every sweep, and decide every message"),
    check: flag("compare the costs that are charged with those of a run of 1,000 instances, too"),
    json: flag("print JSON instead of a table"),
  },
  async run(options) {
    const { measureSubmissions } = await import("./measure-submissions.ts");
    await measureSubmissions(options);
    return 0;
  },
});

if (import.meta.main) await runProgram(command);
