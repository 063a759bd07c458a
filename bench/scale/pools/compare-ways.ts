import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { GpuClasses } from "@medhelm/core/jobs/gpu-class";
import { readYaml } from "@medhelm/core/text/read-yaml";
import { arrivals } from "./arrivals.ts";
import { measureWay } from "./compare.ts";
import { jobsOfToday } from "./jobs-of-today.ts";
import { pools } from "./pools.ts";
import { table, type Line } from "./table.ts";
import { REPLICAS } from "./way.ts";

interface Options {
  /** submissions a day */
  readonly submissions: readonly number[];
  readonly seeds: number;
  readonly requestsAWorker: number;
  /** The number of submissions of HOG. */
  readonly hog: number;
}

/** Compares pools with today's jobs: GPU hours, dollars, and the waiting of submissions that arrive within one day. */
export async function compareWays({ submissions, seeds, requestsAWorker, hog }: Options): Promise<void> {
  const classesFile = fileURLToPath(new URL("../../../conf/gpu_classes.yaml", import.meta.url));
  const { gpuClasses } = readYaml(await readFile(classesFile, "utf8"), classesFile, GpuClasses);

  const lines: Line[] = [];
  for (const count of submissions)
    for (const [way, make] of [
      ["jobs", jobsOfToday],
      ["pools, one worker", pools({ mostWorkers: () => 1, requestsAWorker })],
      ["pools", pools({ mostWorkers: (gpuClass) => REPLICAS[gpuClass] ?? 1, requestsAWorker })],
    ] as const) {
      const days = [];
      for (let seed = 1; seed <= seeds; seed++)
        days.push(await measureWay({ make, arrivals: await arrivals(count, seed, hog), gpuClasses, seed }));
      lines.push({ count, way, days });
      process.stderr.write(`${count} submissions a day with ${way}: simulated\n`);
    }
  process.stdout.write(`${table(lines)}\n`);
}
