import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { readYaml } from "@medhelm/core/text/read-yaml";
import { GpuClasses } from "@medhelm/core/jobs/gpu-class";
import { RUN_KINDS } from "./measure-run.ts";
import { table } from "./report.ts";
import { measureRunCosts, scalingCheck } from "./run-costs.ts";
import { simulate, type SimulationResult } from "./simulate.ts";
import type { MixName } from "./mix-names.ts";
import { MIXES } from "./workload.ts";

interface Options {
  readonly submissions: readonly number[];
  readonly mix: MixName;
  readonly seed: number;
  /** The store, the API and the sweep handle at most as many. 200: as many as one sweep reads, so that its longest turn is a real one. */
  readonly stored: number;
  /** Whether to run the sweep every time and the dispatcher for every message, for any number of submissions. */
  readonly whole: boolean;
  readonly json: boolean;
  readonly check: boolean;
}

/**
 * Simulates submissions that arrive at the same time, and prints a table. The API, the dispatcher and the sweep are the real ones. Workers and
 * aggregators have measured costs, and the time is simulated. assumptions.ts, workload.ts, prices.ts and conf/ hold the assumptions.
 */
export async function measureSubmissions(options: Options): Promise<void> {
  const classesFile = fileURLToPath(new URL("../../conf/gpu_classes.yaml", import.meta.url));
  const { gpuClasses } = readYaml(await readFile(classesFile, "utf8"), classesFile, GpuClasses);
  const costs = {
    closed: await measureRunCosts("closed"),
    hosted: await measureRunCosts("hosted"),
    served: await measureRunCosts("served"),
  };

  if (options.check)
    for (const kind of RUN_KINDS) {
      const { measured, predicted } = await scalingCheck(costs[kind], kind, 1000);
      for (const [i, { requests }] of measured.jobs.entries())
        say(`${kind}, job ${i + 1}: measured ${JSON.stringify(requests)}\n  predicted ${JSON.stringify(predicted[i])}`);
    }

  const results: SimulationResult[] = [];
  for (const submissions of options.submissions) {
    const startedMs = performance.now();
    const result = await simulate({
      submissions,
      mix: MIXES[options.mix],
      seed: options.seed,
      costs,
      gpuClasses,
      ...(options.whole ? {} : { stored: Math.min(submissions, options.stored) }),
      ...(options.whole || submissions === 1
        ? { sweepGrowth: 1, dispatched: submissions }
        : { sweepGrowth: submissions > 10 ? 1.5 : 1.2, dispatched: 1 }),
    });
    results.push(result);
    const { rss } = process.memoryUsage();
    say(
      `${submissions} submissions, ${result.runs} runs: ${Math.round((performance.now() - startedMs) / 1000)} s, ${Math.round(rss / 1e6)} MB; ${result.sweeps.run} of ${result.sweeps.count} sweeps run`,
    );
  }
  process.stdout.write(options.json ? `${JSON.stringify(results, null, 2)}\n` : `${table(results)}\n`);
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}
