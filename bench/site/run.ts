/**
 * Measures the site job: `node bench/site/run.ts [runs[xinstances] ...]`. A child process builds a release of sealed runs, and then publishes
 * its site with Astro over a store whose requests take S3's usual times.
 */
import { totalOf } from "../scale/counted-store.ts";
import { measureSite } from "./measure-site.ts";

const sizes = process.argv.slice(2);
process.stdout.write(
  "| runs | instances a run | requests | read, MB | files on disk | disk, MB | seconds | of these Astro | peak RSS of Astro, MB |\n",
);
process.stdout.write("|---|---|---|---|---|---|---|---|---|\n");
for (const size of sizes.length > 0 ? sizes : ["1480x1400", "1480x10000"]) {
  const [runs = 0, instances = 1000] = size.split("x").map(Number);
  const { requests, readBytes, disk, seconds, astroSeconds, maxRssBytes } = measureSite(runs, instances);
  const cells = [runs, instances, totalOf(requests), mb(readBytes), disk.files, mb(disk.bytes)];
  process.stdout.write(`| ${[...cells, seconds.toFixed(0), astroSeconds.toFixed(0), mb(maxRssBytes)].join(" | ")} |\n`);
}

function mb(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}
