/**
 * Measures the site job. A child process builds a release of sealed runs, and then publishes its site with Astro over a store whose requests
 * take S3's usual times.
 */
import { argument } from "medhelm/terminal/option";
import { defineCommand } from "medhelm/terminal/define-command";
import { z } from "zod";
import { runProgram } from "../../scripts/program/run-program.ts";
import { printedOptions } from "../options.ts";
import { printMeasured } from "../print-measured.ts";
import { totalOf } from "../scale/counted-store.ts";
import { type MeasuredSite, measureSite } from "./measure-site.ts";

interface Row extends MeasuredSite {
  readonly runs: number;
  readonly instances: number;
}

const size = z
  .string()
  .regex(/^[1-9]\d*(?:x[1-9]\d*)?$/, "runs, or runs x instances, as in 350x1000")
  .transform((text) => {
    const [runs = 0, instances = 1000] = text.split("x").map(Number);
    return { runs, instances };
  });
const SIZES = [
  { runs: 350, instances: 1000 },
  { runs: 1480, instances: 1400 },
  { runs: 1480, instances: 10_000 },
];

export const command = defineCommand({
  name: "npm run bench:site --",
  description: "Measures the job that publishes the site of a release. It takes about 3 minutes.",
  options: {
    sizes: argument(
      "runs of the release, and instances of a run: RUNS or RUNSxINSTANCES (default: 350x1000 1480x1400 1480x10000)",
      z.array(size).default(SIZES),
    ),
    ...printedOptions,
  },
  async run({ sizes, json, write }) {
    printMeasured<Row>({
      bench: "bench:site",
      columns: {
        runs: ({ runs }) => runs,
        "instances a run": ({ instances }) => instances,
        requests: ({ requests }) => totalOf(requests),
        "read, MB": ({ readBytes }) => mb(readBytes),
        "files on disk": ({ disk }) => disk.files,
        "disk, MB": ({ disk }) => mb(disk.bytes),
        seconds: (row) => row.seconds.toFixed(1),
        "of these Astro": ({ astroSeconds }) => astroSeconds.toFixed(1),
        "peak of Astro, MB": ({ maxRssBytes }) => mb(maxRssBytes),
      },
      rows: sizes.map(({ runs, instances }) => ({ runs, instances, ...measureSite(runs, instances) })),
      notes: [],
      json,
      write,
    });
    return 0;
  },
});

function mb(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}

if (import.meta.main) await runProgram(command);
