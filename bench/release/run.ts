/**
 * Measures a release: `node bench/release/run.ts [runs ...]`. A child process builds it over a store whose requests take S3's usual
 * times, and prints requests, seconds and memory. INSTANCES sets the size of each run.
 */
import { totalOf } from "../scale/counted-store.ts";
import { measureRelease } from "./measure-release.ts";

const instances = Number(process.env["INSTANCES"] ?? 1000);
const sizes = process.argv.slice(2).map(Number);
process.stdout.write(
  "| runs | requests | of these gets | copies | seconds | CPU seconds | peak RSS, MB | of this the bench's store, MB |\n",
);
process.stdout.write("|---|---|---|---|---|---|---|---|\n");
for (const runs of sizes.length > 0 ? sizes : [400, 1500, 8000]) process.stdout.write(`${measure(runs)}\n`);

function measure(runs: number): string {
  const { requests, seconds, cpuSeconds, maxRssBytes, storeRssBytes } = measureRelease(runs, instances);
  const cells = [totalOf(requests), requests.get, requests.copy, seconds.toFixed(0), cpuSeconds.toFixed(0)];
  return `| ${[runs, ...cells, mb(maxRssBytes), mb(storeRssBytes)].join(" | ")} |`;
}

function mb(bytes: number): string {
  return (bytes / 1e6).toFixed(0);
}
