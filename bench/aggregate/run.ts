/**
 * Measures the aggregation of a run: `node bench/aggregate/run.ts [instances ...]`. Makes a synthetic run in a folder store.
 * A child process with a heap of 256 MB (or HEAP_MB) aggregates it and prints its memory and time.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fsStore } from "@medhelm/adapters/objects/fs-store";
import { putSyntheticRun } from "@medhelm/testing/fixtures/synthetic-run";
import { z } from "zod";

const Measured = z.object({
  kind: z.literal("sealed"),
  seconds: z.number(),
  cpuSeconds: z.number(),
  maxRssBytes: z.number(),
  heap: z.number(),
  external: z.number(),
});

const heapMb = Number(process.env["HEAP_MB"] ?? 256);
const sizes = process.argv.slice(2).map(Number);
process.stdout.write(
  "| instances | states, MB | written, MB | seconds | CPU seconds | peak RSS, MB | heap, MB | buffers, MB |\n",
);
process.stdout.write("|---|---|---|---|---|---|---|---|\n");
for (const instances of sizes.length > 0 ? sizes : [1_000, 10_000, 100_000]) {
  const folder = mkdtempSync(join(tmpdir(), "bench-aggregate-"));
  try {
    process.stdout.write(`${await measure(folder, instances)}\n`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function measure(folder: string, instances: number): Promise<string> {
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
