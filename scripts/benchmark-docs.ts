import { defineCommand } from "medhelm/terminal/define-command";
import { runProgram } from "./program/run-program.ts";
import { writeDocs } from "./write-docs.ts";

export const command = defineCommand({
  name: "npm run docs:benchmarks --",
  description: "Write docs/benchmarks from the cards of all benchmarks. It takes some seconds.",
  options: {},
  async run() {
    const { benchmarkDocs } = await import("@medhelm/benchmarks/docs/benchmark-docs");
    writeDocs("benchmarks", await benchmarkDocs());
    return 0;
  },
});

if (import.meta.main) await runProgram(command);
