import { defineCommand } from "medhelm/terminal/define-command";
import { argument } from "medhelm/terminal/option";
import { positiveInt } from "medhelm/terminal/option-values";
import { runProgram } from "../../scripts/program/run-program.ts";

export const command = defineCommand({
  name: "node bench/large-run/blocked.ts",
  description:
    "Blocks the main thread while it holds a lease of 20 s, and prints how often the lease was renewed and whether it was lost. It takes as long as it blocks, 100 seconds unless you give another time.",
  options: { seconds: argument("how long it blocks", positiveInt.default(100)) },
  async run({ seconds }) {
    const { holdBlocked } = await import("./hold-blocked.ts");
    await holdBlocked(seconds);
    return 0;
  },
});

if (import.meta.main) await runProgram(command);
