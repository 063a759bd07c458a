import { defineCommand } from "medhelm/terminal/define-command";
import { option } from "medhelm/terminal/option";
import { positiveInt } from "medhelm/terminal/option-values";
import { runProgram } from "../../scripts/program/run-program.ts";

export const command = defineCommand({
  name: "node bench/bundles/run.ts",
  description:
    "Measures the size of the Lambdas' bundles and the time of a cold import, and writes the table to bench/bundles/README.md. It takes about a minute.",
  options: { runs: option("n", "imports of each function, of which the median counts", positiveInt.default(10)) },
  async run({ runs }) {
    const { measureBundles } = await import("./measure-bundles.ts");
    await measureBundles(runs);
    return 0;
  },
});

if (import.meta.main) await runProgram(command);
