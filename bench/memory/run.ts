/**
 * Measures the memory, the disk and the turns of the event loop of `medhelm run`, and the resume of stored answers. Each size is asked once;
 * then the files of the run are deleted, and the same command runs again from the stored answers.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineCommand } from "medhelm/terminal/define-command";
import { option } from "medhelm/terminal/option";
import { positiveInt } from "medhelm/terminal/option-values";
import { z } from "zod";
import { runProgram } from "../../scripts/program/run-program.ts";
import { bundledCli, programOption } from "../bundled-cli.ts";
import { printedOptions } from "../options.ts";
import { type Columns, printMeasured } from "../print-measured.ts";
import { startStub } from "../run/start-stub.ts";
import { goalMiB, type Measured, measureSize } from "./measure-size.ts";

const over = (value: number, most: number, digits: number): string =>
  `${value.toFixed(digits)}${value > most ? " (over)" : ""}`;

const LONGEST_TURN_MS = 100;
const MOST_DISK = 4;

const COLUMNS: Columns<Measured> = {
  instances: ({ instances }) => instances,
  "goal, MiB": ({ instances }) => Math.round(goalMiB(instances)),
  "peak, MiB": ({ instances, first }) => over(first.peakMiB, goalMiB(instances), 0),
  "peak of the resume, MiB": ({ instances, resumed }) => over(resumed.peakMiB, goalMiB(instances), 0),
  "longest turn, ms": ({ first }) => over(first.longestTurnMs, LONGEST_TURN_MS, 0),
  "longest turn of the resume, ms": ({ resumed }) => over(resumed.longestTurnMs, LONGEST_TURN_MS, 0),
  "asked again": ({ askedAgain }) => askedAgain,
  "leases lost": ({ first, resumed }) => Number(first.hasLostLease) + Number(resumed.hasLostLease),
  "disk, times the input": ({ diskTimes }) => over(diskTimes, MOST_DISK, 1),
  "CPU, ms an instance": ({ instances, first }) => ((first.cpuSeconds * 1000) / instances).toFixed(2),
  "CPU of the resume": ({ instances, resumed }) => ((resumed.cpuSeconds * 1000) / instances).toFixed(2),
};

export const command = defineCommand({
  name: "npm run bench:memory --",
  description:
    "Measures the memory and the disk of medhelm run, and of its resume from stored answers. It exits with 1 if a lease was lost or a question was asked again. All sizes take about 4 minutes.",
  options: {
    instances: option(
      "n",
      "sizes of a run (default: 100 1000 10000 100000)",
      z.array(positiveInt).default([100, 1000, 10_000, 100_000]),
    ),
    program: programOption,
    ...printedOptions,
  },
  async run({ instances, program = bundledCli(), json, write }) {
    const folder = mkdtempSync(join(tmpdir(), "medhelm-bench-memory-"));
    const { port, answered, stop } = await startStub();
    try {
      const rows: Measured[] = [];
      for (const size of instances) rows.push(await measureSize(size, { folder, program, port, answered }));
      printMeasured({ bench: "bench:memory", columns: COLUMNS, rows, notes: [], json, write });
      const isRight = rows.every(
        ({ askedAgain, first, resumed }) => askedAgain === 0 && !first.hasLostLease && !resumed.hasLostLease,
      );
      return isRight ? 0 : 1;
    } finally {
      stop();
      rmSync(folder, { recursive: true, force: true });
    }
  },
});

if (import.meta.main) await runProgram(command);
