import { defineCommand } from "medhelm/terminal/define-command";
import { argument } from "medhelm/terminal/option";
import { positiveInt } from "medhelm/terminal/option-values";
import { z } from "zod";
import { runProgram } from "../../scripts/program/run-program.ts";

export const command = defineCommand({
  name: "node bench/site/static-site.ts",
  description:
    "Measures the building of a site for static hosts: once, again, and after a change of one run. 44 models with 1,000 instances take about 3 minutes and 4 GB of disk.",
  options: {
    dir: argument("the folder of the release, which is made if it is not there", z.string()),
    models: argument("models of the release", positiveInt.default(40)),
    instances: argument("instances of a run", positiveInt.default(1000)),
  },
  async run(options) {
    const { measureStaticSite } = await import("./measure-static-site.ts");
    await measureStaticSite(options);
    return 0;
  },
});

if (import.meta.main) await runProgram(command);
