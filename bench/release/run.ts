/** Measures a release. A child process builds it over a store whose requests take S3's usual times. */
import { defineCommand } from "medhelm/terminal/define-command";
import { argument, option } from "medhelm/terminal/option";
import { positiveInt } from "medhelm/terminal/option-values";
import { z } from "zod";
import { runProgram } from "../../scripts/program/run-program.ts";
import { totalOf } from "../scale/counted-store.ts";
import { measureRelease } from "./measure-release.ts";

export const command = defineCommand({
  name: "node bench/release/run.ts",
  description:
    "Measures a release over a store whose requests take S3's usual times: requests, seconds and memory. All sizes take about 4 minutes.",
  options: {
    runs: argument(
      "runs of the release, one measurement each (default: 400 1500 8000)",
      z.array(positiveInt).default([400, 1500, 8000]),
    ),
    instances: option("n", "instances of a run", positiveInt.default(1000)),
  },
  async run({ runs: sizes, instances }) {
    process.stdout.write(
      "| runs | requests | of these gets | copies | seconds | CPU seconds | peak RSS, MB | of this the bench's store, MB |\n",
    );
    process.stdout.write("|---|---|---|---|---|---|---|---|\n");
    for (const runs of sizes) process.stdout.write(`${measure(runs, instances)}\n`);
    return 0;
  },
});

function measure(runs: number, instances: number): string {
  const { requests, seconds, cpuSeconds, maxRssBytes, storeRssBytes } = measureRelease(runs, instances);
  const cells = [totalOf(requests), requests.get, requests.copy, seconds.toFixed(0), cpuSeconds.toFixed(0)];
  return `| ${[runs, ...cells, mb(maxRssBytes), mb(storeRssBytes)].join(" | ")} |`;
}

function mb(bytes: number): string {
  return (bytes / 1e6).toFixed(0);
}

if (import.meta.main) await runProgram(command);
