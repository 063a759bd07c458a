// Aggregates the run in the folder store argv[2] and prints its costs as one line of JSON. Run with --max-old-space-size.
import { resourceUsage } from "node:process";
import { fsStore } from "@medhelm/adapters/objects/fs-store";
import { metricFor } from "@medhelm/benchmarks/registry";
import { aggregateRun } from "@medhelm/service/aggregate/aggregate-run";

const [folder = "", suite = "", run = ""] = process.argv.slice(2);
let heap = 0;
let external = 0;
const sample = setInterval(() => {
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  heap = Math.max(heap, heapUsed);
  external = Math.max(external, arrayBuffers);
}, 50);
const started = performance.now();
const objects = fsStore(folder);
const result = await aggregateRun({ objects, metrics: metricFor }, { suite, run });
const seconds = (performance.now() - started) / 1000;
clearInterval(sample);
objects.close();
const { user, system } = process.cpuUsage();
const cpuSeconds = (user + system) / 1e6;
const contentSha256 = result.kind === "sealed" ? result.manifest.contentSha256 : undefined;
process.stdout.write(
  `${JSON.stringify({ kind: result.kind, contentSha256, seconds, cpuSeconds, maxRssBytes: resourceUsage().maxRSS * 1024, heap, external })}\n`,
);
