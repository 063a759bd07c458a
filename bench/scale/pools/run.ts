import { REQUESTS_A_WORKER } from "@medhelm/core/pools/workers-for";
import { defineCommand } from "medhelm/terminal/define-command";
import { option } from "medhelm/terminal/option";
import { positiveInt, wholeNumber } from "medhelm/terminal/option-values";
import { runProgram } from "../../../scripts/program/run-program.ts";
import { numbers } from "../../options.ts";

export const command = defineCommand({
  name: "npm run bench:pools --",
  description:
    "Compares pools with a job for each submission and deployment: GPU hours, dollars, and the waiting of submissions that arrive within one simulated day. It takes about 20 seconds.",
  options: {
    submissions: option("numbers", "submissions a day (default: 1,10,100,1000)", numbers.default([1, 10, 100, 1000])),
    seeds: option("n", "days of each size, each with a seed of its own", positiveInt.default(5)),
    requestsAWorker: option(
      "n",
      "open requests for which a pool gets one more worker",
      positiveInt.default(REQUESTS_A_WORKER),
    ),
    hog: option(
      "n",
      "submissions of all benchmarks and models by one more owner at midnight; the times are those of the others",
      wholeNumber.default(0),
    ),
  },
  async run(options) {
    const { compareWays } = await import("./compare-ways.ts");
    await compareWays(options);
    return 0;
  },
});

if (import.meta.main) await runProgram(command);
