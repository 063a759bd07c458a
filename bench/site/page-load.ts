import { defineCommand } from "medhelm/terminal/define-command";
import { argument } from "medhelm/terminal/option";
import { positiveInt } from "medhelm/terminal/option-values";
import { z } from "zod";
import { runProgram } from "../../scripts/program/run-program.ts";

/** The leaderboard shows this many rows before it has the button that is measured. */
const FIRST_ROWS = 10;
const TOO_FEW = `name more than ${FIRST_ROWS} models, because a shorter table has no button for all of them`;

export const command = defineCommand({
  name: "node bench/site/page-load.ts",
  description:
    "Measures the leaderboard in Chromium on a slow line: 1.6 Mbit/s, 150 ms and a quarter of the processor's speed. It takes about a minute.",
  options: {
    models: argument(
      "models of the release, one measurement each (default: 40 200)",
      z.array(positiveInt.refine((models) => models > FIRST_ROWS, TOO_FEW)).default([40, 200]),
    ),
  },
  async run({ models }) {
    const { measurePageLoad } = await import("./measure-page-load.ts");
    await measurePageLoad(models);
    return 0;
  },
});

if (import.meta.main) await runProgram(command);
