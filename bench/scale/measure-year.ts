import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { GpuClasses } from "@medhelm/core/jobs/gpu-class";
import { readYaml } from "@medhelm/core/text/read-yaml";
import { measureDays } from "./measure-days.ts";
import { measureRunCosts } from "./run-costs.ts";
import { closest, passHalf, type Scenario, scenarioTable } from "./scenario.ts";
import {
  callScenarios,
  largeRunScenario,
  releaseScenarios,
  siteScenario,
  submissionScenarios,
  waitingScenario,
  yearScenario,
  type World,
} from "./scenarios.ts";

interface Options {
  readonly days: number;
  readonly whole: boolean;
  readonly json: boolean;
}

/**
 * Prints one table of the service on AWS under its largest loads. These are a year of 1,000 submissions a day, the API and the sweep after that year,
 * waiting clients, releases, and a run of 1,000,000 instances.
 * @returns whether no line passes half of a limit
 */
export async function measureYear({ days, whole, json }: Options): Promise<boolean> {
  const classesFile = fileURLToPath(new URL("../../conf/gpu_classes.yaml", import.meta.url));
  const { gpuClasses } = readYaml(await readFile(classesFile, "utf8"), classesFile, GpuClasses);
  const world: World = {
    costs: {
      closed: await measureRunCosts("closed"),
      hosted: await measureRunCosts("hosted"),
      served: await measureRunCosts("served"),
    },
    gpuClasses,
  };

  const submissions = await timed("submissions", () => submissionScenarios(world));
  const calls = await timed(`calls after ${days} days`, () => measureDays(days));
  const releases = await timed("releases", async () => releaseScenarios(whole));
  const site = await timed("a site", async () => siteScenario(1480));
  const waiting = await timed("waiting clients", () => waitingScenario(world));
  const scenarios: readonly Scenario[] = [
    ...submissions,
    yearScenario(submissions[2], callScenarios(calls)),
    ...releases,
    site,
    largeRunScenario(world),
    waiting,
    ...callScenarios(calls),
  ];

  process.stdout.write(json ? `${JSON.stringify(scenarios, null, 2)}\n` : `${scenarioTable(scenarios)}\n`);
  const over = passHalf(scenarios);
  for (const scenario of over) say(`"${scenario.name}" passes half of a limit: ${closest(scenario).of}`);
  if (over.length === 0) say("no line passes half of a limit");
  return over.length === 0;
}

async function timed<T>(what: string, measure: () => Promise<T>): Promise<T> {
  const startedMs = performance.now();
  const measured = await measure();
  say(`${what}: ${Math.round((performance.now() - startedMs) / 1000)} s of real time`);
  return measured;
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}
