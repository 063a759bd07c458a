import { defineCommand } from "medhelm/terminal/define-command";
import { runProgram } from "../../scripts/program/run-program.ts";

export const command = defineCommand({
  name: "npm run bench:reading --",
  description:
    "Measures the CPU time of the readers of replies, and exits with 1 if it grows faster than the length of a reply. It takes about half a minute.",
  options: {},
  async run() {
    const { measureReaders } = await import("./measure-readers.ts");
    return measureReaders() ? 0 : 1;
  },
});

if (import.meta.main) await runProgram(command);
