/** Measures the aggregation of a run. Makes a synthetic run in a folder store; a child process with a small heap aggregates it and prints its memory and time. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fsStore } from "@medhelm/adapters/objects/fs-store";
import { putSyntheticRun } from "@medhelm/testing/fixtures/synthetic-run";
import { defineCommand } from "medhelm/terminal/define-command";
import { argument, option } from "medhelm/terminal/option";
import { positiveInt } from "medhelm/terminal/option-values";
import { z } from "zod";
import { runProgram } from "../../scripts/program/run-program.ts";

const Measured = z.object({
  kind: z.literal("sealed"),
  seconds: z.number(),
  cpuSeconds: z.number(),
  maxRssBytes: z.number(),
  heap: z.number(),
  external: z.number(),
});

export const command = defineCommand({
  name: "node bench/aggregate/run.ts",
  description:
    "Measures the memory and the time of the aggregation of a run. All sizes take about 2 minutes, and 3 GB of disk.",
  options: {
    instances: argument(
      "instances of the run, one measurement each (default: 1000 10000 100000)",
      z.array(positiveInt).default([1000, 10_000, 100_000]),
    ),
    heapMb: option("n", "heap of the process that aggregates", positiveInt.default(256)),
  },
  async run({ instances: sizes, heapMb }) {
    process.stdout.write(
      "| instances | states, MB | written, MB | seconds | CPU seconds | peak RSS, MB | heap, MB | buffers, MB |\n",
    );
    process.stdout.write("|---|---|---|---|---|---|---|---|\n");
    for (const instances of sizes) {
      const folder = mkdtempSync(join(tmpdir(), "bench-aggregate-"));
      try {
        process.stdout.write(`${await measure(folder, instances, heapMb)}\n`);
      } finally {
        rmSync(folder, { recursive: true });
      }
    }
    return 0;
  },
});

async function measure(folder: string, instances: number, heapMb: number): Promise<string> {
  const objects = fsStore(folder);
  const run = await putSyntheticRun(objects, "s", instances);
  const states = await bytesBelow(folder);
  const child = spawnSync(
    process.execPath,
    [`--max-old-space-size=${heapMb}`, join(import.meta.dirname, "aggregate-child.ts"), folder, "s", run],
    { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] },
  );
  if (child.status !== 0) return `| ${instances} | the child ended with ${child.signal ?? child.status} |`;
  const measured = Measured.parse(JSON.parse(child.stdout));
  const written = (await bytesBelow(folder)) - states;
  objects.close();
  const cells = [measured.maxRssBytes, measured.heap, measured.external].map(mb);
  return `| ${[instances, mb(states), mb(written), measured.seconds.toFixed(1), measured.cpuSeconds.toFixed(1), ...cells].join(" | ")} |`;
}

async function bytesBelow(folder: string): Promise<number> {
  const objects = fsStore(folder);
  let bytes = 0;
  for await (const { sizeBytes } of objects.list("runs/")) bytes += sizeBytes;
  objects.close();
  return bytes;
}

function mb(bytes: number): string {
  return (bytes / 1e6).toFixed(0);
}

if (import.meta.main) await runProgram(command);
