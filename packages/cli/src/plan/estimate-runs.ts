import { allSizes } from "@medhelm/benchmarks/registry";
import type { Models } from "../run/load-models.ts";
import type { PlanWithPrompts } from "../run/helm-specs.ts";
import { openReadStore } from "../run/open-store.ts";
import type { RunOptions } from "../run/run-options.ts";
import { dataSource } from "../run/worker-ports.ts";
import { earlierUses, useKey } from "./earlier-use.ts";
import { planRun, type PlannedRun } from "./plan-run.ts";
import { plannedModel } from "./planned-model.ts";

/** Estimates all runs. It sends nothing, downloads nothing and writes nothing. */
export async function estimateRuns(
  plans: readonly PlanWithPrompts[],
  options: RunOptions,
  models: Models,
): Promise<readonly PlannedRun[]> {
  const { outputPath, suite, protocol, offline, offlineAllow: allowedHosts, allowHosted, dataDir } = options;
  const env = process.env;
  const earlier = await earlierUses(openReadStore(outputPath), suite);
  const facts = { models, env, protocol, offline, allowedHosts, allowHosted };
  const ports = {
    data: dataSource({ outputPath, dataDir, offline: true, env }),
    protocol,
    sizes: await allSizes(),
    modelOf: (name: string, model: string, role: "candidate" | "judge") => plannedModel(facts, name, model, role),
    earlierOf: (benchmark: string, deployment: string) => earlier.get(useKey(benchmark, deployment)),
  };
  const planned: PlannedRun[] = [];
  for (const { plan } of plans) planned.push(await planRun(ports, plan));
  return planned;
}
