import { defineCommand } from "medhelm/terminal/define-command";
import { option } from "medhelm/terminal/option";
import { positiveInt } from "medhelm/terminal/option-values";
import { runProgram } from "../../scripts/program/run-program.ts";

export const command = defineCommand({
  name: "node bench/worker-start/run.ts",
  description:
    "Measures how long a worker needs from its start to its first request to a model server that is ready, over stand-ins of AWS (scripts/install-peers.sh). It takes about a minute.",
  options: { starts: option("n", "starts with a compile cache, and as many without", positiveInt.default(5)) },
  async run({ starts }) {
    const { measureStart } = await import("./measure-start.ts");
    await measureStart(starts);
    return 0;
  },
});

if (import.meta.main) await runProgram(command);
