/** Measures submissions to the API of the embedded stack, over HTTP and in a process of its own. Cold: the first submission after a start. Warm: the others. */
import { defineCommand } from "medhelm/terminal/define-command";
import { flag, option } from "medhelm/terminal/option";
import { positiveInt } from "medhelm/terminal/option-values";
import { runProgram } from "../../scripts/program/run-program.ts";
import { printedOptions, seedOption } from "../options.ts";
import { printMeasured } from "../print-measured.ts";
import { measureCold, measureWarm, type Submissions } from "./measure-submissions.ts";

/** Submissions that a client waits for at once. */
const IN_FLIGHT = [1, 8];

export const command = defineCommand({
  name: "npm run bench:api --",
  description:
    "Measures submissions to the API of the embedded stack over HTTP. It takes about a minute, with --quick 10 seconds.",
  options: {
    quick: flag("30 submissions and 2 starts"),
    submissions: option("n", "warm submissions (default: 2000)", positiveInt.optional()),
    starts: option("n", "starts of the API, for cold submissions (default: 10)", positiveInt.optional()),
    seed: seedOption,
    ...printedOptions,
  },
  async run({ quick, submissions = quick ? 30 : 2000, starts = quick ? 2 : 10, seed, json, write }) {
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
      json,
      write,
    });
    return 0;
  },
});

if (import.meta.main) await runProgram(command);
