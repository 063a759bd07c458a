/**
 * node bench/scale/pools/run.ts [--submissions 1,10,100,1000] [--seeds 5] [--requests-a-worker 8000]
 *
 * Compares pools with today's jobs: GPU hours, dollars, and the waiting of submissions that arrive within one day.
 */
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { GpuClasses } from "@medhelm/core/jobs/gpu-class";
import { REQUESTS_A_WORKER } from "@medhelm/core/pools/workers-for";
import { readYaml } from "@medhelm/core/text/read-yaml";
import { arrivals } from "./arrivals.ts";
import { measureWay } from "./compare.ts";
import { jobsOfToday } from "./jobs-of-today.ts";
import { pools } from "./pools.ts";
import { table, type Line } from "./table.ts";
import { REPLICAS } from "./way.ts";

const { values } = parseArgs({
  options: {
    submissions: { type: "string", default: "1,10,100,1000" },
    seeds: { type: "string", default: "5" },
    "requests-a-worker": { type: "string", default: String(REQUESTS_A_WORKER) },
  },
});
const classesFile = fileURLToPath(new URL("../../../conf/gpu_classes.yaml", import.meta.url));
const { gpuClasses } = readYaml(await readFile(classesFile, "utf8"), classesFile, GpuClasses);

const requestsAWorker = Number(values["requests-a-worker"]);
const lines: Line[] = [];
for (const count of values.submissions.split(",").map(Number))
  for (const [way, make] of [
    ["jobs", jobsOfToday],
    ["pools, one worker", pools({ mostWorkers: () => 1, requestsAWorker })],
    ["pools", pools({ mostWorkers: (gpuClass) => REPLICAS[gpuClass] ?? 1, requestsAWorker })],
  ] as const) {
    const days = [];
    for (let seed = 1; seed <= Number(values.seeds); seed++)
      days.push(await measureWay({ make, arrivals: await arrivals(count, seed), gpuClasses, seed }));
    lines.push({ count, way, days });
    process.stderr.write(`${count} submissions a day with ${way}: simulated\n`);
  }
process.stdout.write(`${table(lines)}\n`);
