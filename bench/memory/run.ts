/**
 * Measures the memory, the disk and the turns of the event loop of `medhelm run`, and the resume of stored answers:
 * `node bench/memory/run.ts [--instances N ...] [--write] [--json] [--program FILE]`. It needs `node scripts/bundle.ts cli` first. Each size is asked once;
 * then the files of the run are deleted, and the same command runs again from the stored answers. The exit code is 1 if a lease was lost or a question was asked again.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { countOption } from "../count-option.ts";
import { type Columns, printMeasured } from "../print-measured.ts";
import { startStub } from "../run/start-stub.ts";
import { goalMiB, type Measured, measureSize } from "./measure-size.ts";

const SIZES = ["100", "1000", "10000", "100000"];

const { values } = parseArgs({
  options: {
    instances: { type: "string", multiple: true, default: SIZES },
    write: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
    program: { type: "string", default: join(import.meta.dirname, "../../dist/cli/medhelm.js") },
  },
});

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

const folder = mkdtempSync(join(tmpdir(), "medhelm-bench-memory-"));
const { port, answered, stop } = await startStub();
try {
  const rows: Measured[] = [];
  for (const size of values.instances)
    rows.push(await measureSize(countOption("instances", size), { folder, program: values.program, port, answered }));
  printMeasured({ bench: "bench:memory", columns: COLUMNS, rows, notes: [], json: values.json, write: values.write });
  if (rows.some(({ askedAgain, first, resumed }) => askedAgain > 0 || first.hasLostLease || resumed.hasLostLease))
    process.exitCode = 1;
} finally {
  stop();
  rmSync(folder, { recursive: true, force: true });
}
