import { defineCommand } from "medhelm/terminal/define-command";
import { flag, option } from "medhelm/terminal/option";
import { positiveInt } from "medhelm/terminal/option-values";
import { runProgram } from "../../scripts/program/run-program.ts";

export const command = defineCommand({
  name: "npm run bench:year --",
  description:
    "Simulates the service on AWS under the largest loads that it must bear, and exits with 1 if a line passes half of a limit. It takes about 4 minutes.",
  options: {
    days: option("n", "days of 1,000 submissions before the calls", positiveInt.default(365)),
    whole: flag("also build the release of 8,000 runs, a minute more; otherwise its line has recorded numbers"),
    json: flag("print JSON instead of a table"),
  },
  async run(options) {
    const { measureYear } = await import("./measure-year.ts");
    return (await measureYear(options)) ? 0 : 1;
  },
});

if (import.meta.main) await runProgram(command);
