/**
 * node bench/scale/run.ts [--submissions 1,10,100,1000] [--mix full|mixed|one|day] [--seed 1] [--json] [--check] [--stored 200] [--whole]
 *
 * Simulates a service on AWS with many submissions of 37 benchmarks x 40 models: the real API, dispatcher and sweep, and workers and
 * aggregators at measured costs, all in simulated time. assumptions.ts, workload.ts, prices.ts and conf/ hold the assumptions.
 */
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { readYaml } from "@medhelm/core/text/read-yaml";
import { GpuClasses } from "@medhelm/core/jobs/gpu-class";
import { UserError } from "@medhelm/core/user-error";
import { z } from "zod";
import { RUN_KINDS } from "./measure-run.ts";
import { table } from "./report.ts";
import { measureRunCosts, scalingCheck } from "./run-costs.ts";
import { simulate, type SimulationResult } from "./simulate.ts";
import { MIXES } from "./workload.ts";

const Options = z.object({
  submissions: z.string().regex(/^\d+(,\d+)*$/, "--submissions: numbers with commas between"),
  mix: z.enum(["full", "mixed", "one", "day"]),
  seed: z.coerce.number().int(),
  /** run the sweep every time and the dispatcher for every message, for any number of submissions */
  whole: z.boolean(),
  /** the store, the API and the sweep handle at most as many; 200: as many as one sweep reads, so that its longest turn is a real one */
  stored: z.coerce.number().int().positive(),
  json: z.boolean(),
  check: z.boolean(),
});

const { values } = parseArgs({
  options: {
    submissions: { type: "string", default: "1,10,100,1000" },
    mix: { type: "string", default: "full" },
    seed: { type: "string", default: "1" },
    whole: { type: "boolean", default: false },
    stored: { type: "string", default: "200" },
    json: { type: "boolean", default: false },
    check: { type: "boolean", default: false },
  },
});
const options = Options.parse(values);
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
for (const submissions of options.submissions.split(",").map(Number)) {
  const mix = MIXES[options.mix];
  if (mix === undefined) throw new UserError(`no mix ${options.mix}`);
  const startedMs = performance.now();
  const result = await simulate({
    submissions,
    mix,
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

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}
