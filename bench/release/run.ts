/**
 * Measures a release: `node bench/release/run.ts [runs ...]`. A child process builds it over a store whose requests take S3's usual
 * times, and prints requests, seconds and memory. INSTANCES sets the size of each run.
 */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { z } from "zod";
import { totalOf } from "../scale/counted-store.ts";

const Requests = z.object({
  put: z.int(),
  get: z.int(),
  head: z.int(),
  list: z.int(),
  copy: z.int(),
  delete: z.int(),
});
const Measured = z.object({
  requests: Requests,
  seconds: z.number(),
  cpuSeconds: z.number(),
  maxRssBytes: z.number(),
  storeRssBytes: z.number(),
});

const instances = Number(process.env["INSTANCES"] ?? 1000);
const sizes = process.argv.slice(2).map(Number);
process.stdout.write(
  "| runs | requests | of these gets | copies | seconds | CPU seconds | peak RSS, MB | of this the bench's store, MB |\n",
);
process.stdout.write("|---|---|---|---|---|---|---|---|\n");
for (const runs of sizes.length > 0 ? sizes : [400, 1500, 8000]) process.stdout.write(`${measure(runs)}\n`);

function measure(runs: number): string {
  const child = spawnSync(
    process.execPath,
    ["--max-old-space-size=600", join(import.meta.dirname, "release-child.ts"), String(runs), String(instances)],
    { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] },
  );
  if (child.status !== 0) return `| ${runs} | the child ended with ${child.signal ?? child.status} |`;
  const { requests, seconds, cpuSeconds, maxRssBytes, storeRssBytes } = Measured.parse(JSON.parse(child.stdout));
  const cells = [totalOf(requests), requests.get, requests.copy, seconds.toFixed(0), cpuSeconds.toFixed(0)];
  return `| ${[runs, ...cells, mb(maxRssBytes), mb(storeRssBytes)].join(" | ")} |`;
}

function mb(bytes: number): string {
  return (bytes / 1e6).toFixed(0);
}
