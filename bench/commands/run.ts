/** Measures whole commands with juries and several servers, and the same commands again, next to the time that the servers alone take. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineCommand } from "medhelm/terminal/define-command";
import { option } from "medhelm/terminal/option";
import { positiveInt } from "medhelm/terminal/option-values";
import { runProgram } from "../../scripts/program/run-program.ts";
import { bundledCli, programOption } from "../bundled-cli.ts";
import { leastOf } from "../least-of.ts";
import { printedOptions } from "../options.ts";
import { type Columns, printMeasured } from "../print-measured.ts";
import { startStub } from "../run/start-stub.ts";
import { type Command, type Measured, measureCommand } from "./measure-command.ts";

const COMMANDS: readonly Command[] = [
  { name: "one run", questions: 1_000, models: 1, judges: 0, latencyMs: 50, inFlight: 32 },
  { name: "a run with three judges", questions: 300, models: 1, judges: 3, latencyMs: 50, inFlight: 32 },
  { name: "a run with three slow judges", questions: 200, models: 1, judges: 3, latencyMs: 200, inFlight: 16 },
  { name: "eight runs on eight deployments", questions: 40, models: 8, judges: 0, latencyMs: 50, inFlight: 4 },
];

const COLUMNS: Columns<Measured> = {
  command: ({ name }) => name,
  "questions a run": ({ questions }) => questions,
  "latency, ms": ({ latencyMs }) => latencyMs,
  "in flight a deployment": ({ inFlight }) => inFlight,
  "ideal, s": ({ idealSeconds }) => idealSeconds.toFixed(2),
  "wall, s": ({ wallSeconds }) => wallSeconds.toFixed(2),
  "the same again, s": ({ againSeconds }) => againSeconds.toFixed(2),
  "CPU, s": ({ cpuSeconds }) => cpuSeconds.toFixed(2),
  "peak, MiB": ({ peakMiB }) => Math.round(peakMiB),
};

export const command = defineCommand({
  name: "npm run bench:commands --",
  description:
    "Measures whole commands of medhelm run with juries and several servers, and the same commands again. It takes about a minute.",
  options: {
    rounds: option("n", "rounds of a command, of which the shortest counts", positiveInt.default(3)),
    program: programOption,
    ...printedOptions,
  },
  async run({ rounds, program, json, write }) {
    const folder = mkdtempSync(join(tmpdir(), "medhelm-bench-commands-"));
    const { port, stop } = await startStub();
    try {
      const place = { folder, program: program ?? bundledCli(), port };
      const rows = COMMANDS.map((one) =>
        leastOf(
          Array.from({ length: rounds }, () => measureCommand(one, place)),
          ({ wallSeconds }) => wallSeconds,
        ),
      );
      printMeasured({ bench: "bench:commands", columns: COLUMNS, rows, notes: [], json, write });
      return 0;
    } finally {
      stop();
      rmSync(folder, { recursive: true, force: true });
    }
  },
});

if (import.meta.main) await runProgram(command);
