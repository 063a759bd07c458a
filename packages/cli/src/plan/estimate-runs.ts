import { knownBenchmark } from "@medhelm/benchmarks/registry";
import type { BenchmarkSize } from "@medhelm/core/money/benchmark-size";
import type { Models } from "../models/load-models.ts";
import type { PlanWithPrompts } from "@medhelm/service/prompts/helm-specs";
import { openReadStore } from "../places/open-store.ts";
import type { RunOptions } from "../run/options/run-options.ts";
import { dataSource } from "../run/worker-ports.ts";
import { sealedRuns } from "./sealed-runs.ts";
import { withoutStored } from "./stored-answers.ts";
import type { DataSource } from "@medhelm/core/run/benchmark";
import { otherWording } from "@medhelm/core/run/identity";
import { planWording, wordingOf } from "@medhelm/core/run/spec/wording";
import { UserError } from "@medhelm/core/user-error";
import { NotDownloaded, planRun, type PlannedRun } from "./plan-run.ts";
import { plannedModel } from "./planned-model.ts";

/** Without --offline, a file that is not here is no problem, because a run downloads it. */
const withoutDownload = (data: DataSource, isOffline: boolean): DataSource => ({
  ...data,
  read: (file) =>
    data.read(file).catch((error: unknown) => {
      if (isOffline || !(error instanceof UserError)) throw error;
      throw new NotDownloaded(`${file.path} is not here, so its published size counts; a run downloads ${file.url}`);
    }),
});

/** Estimates all runs. It sends nothing, downloads nothing and writes nothing. */
export async function estimateRuns(
  plans: readonly PlanWithPrompts[],
  options: RunOptions,
  models: Models,
): Promise<readonly PlannedRun[]> {
  const { outputPath, suite, protocol, offline, offlineAllow: allowedHosts, allowHosted, dataDir } = options;
  const env = process.env;
  const objects = openReadStore(outputPath);
  const sealed = await sealedRuns(objects, suite);
  const facts = { models, env, protocol, offline, allowedHosts, allowHosted };
  const ports = {
    data: withoutDownload(dataSource({ outputPath, dataDir, offline: true, env }), offline),
    protocol,
    sizes: await sizesOf(plans),
    withoutStored: await withoutStored(objects, models, options),
    isSealed: sealed.has,
    modelOf: (name: string, model: string, role: "candidate" | "judge") => plannedModel(facts, name, model, role),
  };
  const planned: PlannedRun[] = [];
  for (const { plan, prompts } of plans) {
    const wording = wordingOf(planWording(plan, prompts));
    const earlierOf = (benchmark: string, deployment: string) => sealed.useOf(benchmark, deployment, wording);
    const one = await planRun({ ...ports, earlierOf }, plan);
    const replaced = otherWording(suite, sealed.wordingOf(plan.runSpec.name), wording);
    planned.push({
      ...one,
      ...(wording === undefined ? {} : { prompts: wording }),
      problems: [...one.problems, ...(replaced === undefined ? [] : [`${plan.runSpec.name}: ${replaced}`])],
    });
  }
  return planned;
}

/** The known sizes of these benchmarks only: to load all benchmarks takes longer than the rest of a small plan. */
async function sizesOf(plans: readonly PlanWithPrompts[]): Promise<ReadonlyMap<string, BenchmarkSize>> {
  const sizes = new Map<string, BenchmarkSize>();
  for (const name of new Set(plans.map(({ plan }) => plan.benchmark.card.name))) {
    const size = (await knownBenchmark(name))?.size;
    if (size !== undefined) sizes.set(name, size);
  }
  return sizes;
}
