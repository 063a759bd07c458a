import { isBenchmarkName } from "@medhelm/benchmarks/registry";
import type { RunEntry } from "@medhelm/core/helm/conf";
import { judgesOf } from "@medhelm/core/judge/jury-spec";
import { chooseJudges } from "@medhelm/core/judge/judges-file";
import type { Benchmark } from "@medhelm/core/run/benchmark";
import { expandEntries, type RunPlan } from "@medhelm/core/run/spec/expand";
import { withJudges } from "@medhelm/core/run/spec/judges";
import { settleOnce } from "@medhelm/core/run/spec/settle-once";
import { UserError } from "@medhelm/core/user-error";
import type { RunOptions } from "./options/run-options.ts";
import { modelNameOf, withModels } from "../models/choose-models.ts";
import { diskFiles } from "../places/disk-files.ts";
import type { Models } from "../models/load-models.ts";
import { pickDefined } from "../terminal/pick-defined.ts";
import type { Extensions } from "../plugins/load-plugins.ts";
import { readEntries } from "./read-entries.ts";
import { readRows } from "./read-rows.ts";
import { promptsFolder } from "../prompts/prompts-folder.ts";
import type { PlanWithPrompts } from "@medhelm/service/prompts/helm-specs";

interface PlanFrom extends Pick<Extensions, "findBenchmark"> {
  readonly chosen: readonly string[];
  /** the entries; absent: those that the options name */
  readonly read?: readonly RunEntry[];
}

/** Plans the runs of the entries, in their order. It reads and checks every file that they name before the first run. */
export async function planRuns(
  options: RunOptions,
  models: Models,
  { findBenchmark, chosen, read: given }: PlanFrom,
): Promise<PlanWithPrompts[]> {
  const read = given ?? (await readEntries(options.confPaths, [...options.runEntries, ...options.runSpecs]));
  const entries = chosen.length === 0 ? read : await chosenEntries(read, chosen, models);
  if (entries.length === 0)
    throw new UserError(`${options.confPaths.join(" ")}: its list of entries is empty; add an entry`);
  const files = diskFiles(process.cwd());
  const plans = await expandEntries(entries, {
    settle: settleOnce(async (name, args) => {
      const benchmark = await (await benchmarkOf(name, options, findBenchmark)).settle(args, files);
      await readRows(benchmark);
      return benchmark;
    }),
    models: models.registry,
    ...pickDefined(options, ["maxEvalInstances", "numTrainTrials", "priority", "modelsToRun", "groupsToRun"]),
  });
  if (plans.length === 0)
    throw new UserError(
      "no run is left, because --models-to-run, --groups-to-run or --priority excludes every entry; change these options",
    );
  refuseDoubles(plans);
  return chooseJudgesOf(await promptedPlans(plans, options), options, models);
}

/** The plans with the prompts that --prompts or --spec-from chooses. */
async function promptedPlans(plans: readonly RunPlan[], options: RunOptions): Promise<PlanWithPrompts[]> {
  const { specFrom, prompts } = options;
  if (prompts === "helm" && specFrom !== undefined)
    throw new UserError("--prompts helm and --spec-from both choose HELM's prompts; leave out one of them");
  if (prompts === "helm") {
    const { withHelmPrompts } = await import("@medhelm/service/prompts/with-helm-prompts");
    return withHelmPrompts(plans, { folder: promptsFolder(options, process.env) });
  }
  if (specFrom === undefined) return plans.map((plan) => ({ plan }));
  const { readHelmSpecs } = await import("@medhelm/service/prompts/helm-specs");
  const specs = await readHelmSpecs(specFrom);
  return Promise.all(plans.map(specs.apply));
}

async function chosenEntries(entries: readonly RunEntry[], chosen: readonly string[], { registry }: Models) {
  const named = await Promise.all(chosen.map(async (name) => [name, await modelNameOf(registry, name)] as const));
  const names = new Map(named);
  return entries.flatMap((entry) => withModels(entry, chosen, (name) => names.get(name) ?? name));
}

/** With --helm-csv, custom benchmarks read their files as HELM does. */
async function benchmarkOf(
  name: string,
  { helmCsv }: RunOptions,
  findBenchmark: Extensions["findBenchmark"],
): Promise<Benchmark> {
  if (!helmCsv || name !== "medhelm_configurable_benchmark") return findBenchmark(name);
  const { configurableBenchmark } = await import("@medhelm/benchmarks/configurable/index");
  return configurableBenchmark({ isTaken: isBenchmarkName, helmCsv });
}

/** --judges replaces all other judges. Throws before the first run if a judge does not answer any more. */
async function chooseJudgesOf(
  plans: readonly PlanWithPrompts[],
  options: RunOptions,
  models: Models,
): Promise<PlanWithPrompts[]> {
  const { judges: names, dryRun } = options;
  const judges = names === undefined ? undefined : chooseJudges(names, await models.juries(), models.registry.modelOf);
  const chosen = plans.map((planned) => {
    if (judges === undefined) return planned;
    return { ...planned, plan: { ...planned.plan, runSpec: withJudges(planned.plan.runSpec, judges) } };
  });
  if (!dryRun)
    for (const judge of chosen.flatMap(({ plan }) =>
      (plan.runSpec.annotators ?? []).flatMap((annotator) => judgesOf(annotator)),
    ))
      await models.requireServing(judge);
  return chosen;
}

/** @throws UserError if two entries have the same run name, because their results would overwrite each other */
function refuseDoubles(plans: readonly RunPlan[]): void {
  const seen = new Map<string, RunPlan>();
  for (const plan of plans) {
    const { name } = plan.runSpec;
    const first = seen.get(name);
    if (first !== undefined && first.benchmark.configuration !== plan.benchmark.configuration)
      throw new UserError(
        `${name}: two entries give this run, one from ${first.benchmark.configuration ?? first.entry.label}, one from ${plan.benchmark.configuration ?? plan.entry.label}; give one of the benchmarks another name`,
      );
    seen.set(name, plan);
  }
}
