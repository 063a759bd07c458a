import { defineCommand } from "medhelm/terminal/define-command";
import { argument } from "medhelm/terminal/option";
import { positiveInt } from "medhelm/terminal/option-values";
import { z } from "zod";
import { runProgram } from "../../scripts/program/run-program.ts";

export const command = defineCommand({
  name: "node bench/site/first-instance.ts",
  description:
    "Measures when a reader sees the first instance of a run in Chromium on a slow line: 1.6 Mbit/s, 150 ms and a quarter of the processor's speed. It takes about a minute.",
  options: {
    instances: argument(
      "instances of the run, one measurement each (default: 1000 100000)",
      z.array(positiveInt).default([1000, 100_000]),
    ),
  },
  async run({ instances }) {
    const { measureFirstInstance } = await import("./measure-first-instance.ts");
    await measureFirstInstance(instances);
    return 0;
  },
});

if (import.meta.main) await runProgram(command);
