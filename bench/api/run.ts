/**
 * Measures submissions to the API of the embedded stack, over HTTP and in a process of its own:
 * `node bench/api/run.ts [--quick] [--submissions N] [--starts N] [--seed N] [--json] [--write]`. Cold: the first submission after a start. Warm: the others.
 */
import { parseArgs } from "node:util";
import { countOption } from "../count-option.ts";
import { printMeasured } from "../print-measured.ts";
import { measureCold, measureWarm, type Submissions } from "./measure-submissions.ts";

const { values } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    submissions: { type: "string" },
    starts: { type: "string" },
    seed: { type: "string", default: "1" },
    json: { type: "boolean", default: false },
    write: { type: "boolean", default: false },
  },
});

/** Submissions that a client waits for at once. */
const IN_FLIGHT = [1, 8];

const submissions = countOption("submissions", values.submissions ?? (values.quick ? "30" : "2000"));
const starts = countOption("starts", values.starts ?? (values.quick ? "2" : "10"));
const seed = countOption("seed", values.seed);
const rows: Submissions[] = [await measureCold(starts, seed)];
for (const inFlight of IN_FLIGHT) rows.push(await measureWarm(submissions, inFlight, seed));
printMeasured<Submissions>({
  bench: "bench:api",
  columns: {
    "": ({ kind }) => kind,
    submissions: ({ count }) => count,
    "in flight": ({ inFlight }) => inFlight,
    "submissions/s": ({ perSecond }) => perSecond.toFixed(1),
    "CPU, ms a submission": ({ cpuMs }) => cpuMs.toFixed(2),
    "p50, ms": ({ p50Ms }) => p50Ms.toFixed(1),
    "p99, ms": ({ p99Ms }) => p99Ms.toFixed(1),
  },
  rows,
  notes: ["A submission has one run entry. No worker takes it, so one core does the work of the API alone."],
  json: values.json,
  write: values.write,
});
