import { defineCommand } from "medhelm/terminal/define-command";
import { argument } from "medhelm/terminal/option";
import { positiveInt } from "medhelm/terminal/option-values";
import { z } from "zod";
import { runProgram } from "../../scripts/program/run-program.ts";

export const command = defineCommand({
  name: "node bench/listing/run.ts",
  description: "Measures how the embedded stack lists the runs of a suite in a folder. It takes about a minute.",
  options: {
    runs: argument(
      "runs of the suite, one measurement each (default: 2000 8000)",
      z.array(positiveInt).default([2000, 8000]),
    ),
  },
  async run({ runs }) {
    const { measureListing } = await import("./measure-listing.ts");
    await measureListing(runs);
    return 0;
  },
});

if (import.meta.main) await runProgram(command);
