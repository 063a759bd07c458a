import type { RunEntry } from "../../helm/conf.ts";
import { type ParsedObjectSpec, parseObjectSpec } from "../../helm/object-spec.ts";
import { DataAugmenterSpec, type RunSpec } from "../../helm/run-spec.ts";
import { UserError } from "../../user-error.ts";
import type { BenchmarkRun, EntryArgs } from "../benchmark.ts";
import { type ArgValue, type Draft, withAdapter } from "../../expanders/expander.ts";
import { modelGroup } from "../../expanders/model-groups.ts";
import { expanders } from "../../expanders/table.ts";
import { chooseJudges } from "../../judge/judges-file.ts";
import { withJudges } from "./judges.ts";
import { checkRunName, foldedName, nameProblem, shown } from "./run-name.ts";
import { applyModelCapabilities } from "../../models/model-capabilities.ts";
import { turns } from "../turns.ts";

/** The configured models and deployments (HELM's model_metadata.yaml and model_deployments.yaml). */
export interface ModelRegistry {
  /** The default deployment of a model; undefined if no deployment serves it. */
  deploymentOf(model: string): string | undefined;
  /** The model of a deployment; undefined for an unknown deployment. */
  modelOf(deployment: string): string | undefined;
  /** All models, for groups such as model=text. Absent: groups match no model. */
  names?(): readonly string[];
  /** The tags of a model, e.g. NO_NEWLINES_TAG. */
  tags(model: string): readonly string[];
}

export interface ExpandOptions {
  /** Finds the benchmark of an entry. @throws UserError for an unknown name or argument */
  settle(name: string, args: EntryArgs): Promise<BenchmarkRun>;
  readonly models: ModelRegistry;
  /** Applies to entries without max_eval_instances. HELM does the same, although its help says otherwise. */
  readonly maxEvalInstances?: number;
  readonly numTrainTrials?: number;
  /** Entries with a higher number are skipped; entries without a number are kept. */
  readonly priority?: number;
  /** The models or deployments to run. */
  readonly modelsToRun?: readonly string[];
  readonly groupsToRun?: readonly string[];
  /** Deployments that replace each benchmark's judges. */
  readonly judges?: readonly string[];
}

/** A planned run. */
export interface RunPlan {
  readonly runSpec: RunSpec;
  readonly benchmark: BenchmarkRun;
  /** The entry, narrowed so that it expands to this run only. */
  readonly entry: RunEntry;
}

interface Choice {
  readonly args: Readonly<Record<string, ArgValue>>;
}

const describeEntry = (name: string, args: Choice["args"]) => {
  const list = Object.entries(args).map(([key, value]) => `${key}=${value}`);
  return list.length === 0 ? name : `${name}:${list.join(",")}`;
};

/** Returns one choice per model of --models-to-run. An entry with its own model gives one choice. */
function chooseModels({ args }: ParsedObjectSpec, modelsToRun: readonly string[]): Choice[] {
  const named = String(args["model"] ?? "").includes("/") || args["model_deployment"] !== undefined;
  if (named || modelsToRun.length === 0) return [{ args }];
  return modelsToRun.map((model) => ({ args: { ...args, model } }));
}

/** Returns one choice per value of a keyword with several values, e.g. max_train_instances=all or model=text. */
function chooseValues(choice: Choice, models: ModelRegistry): Choice[] {
  const grouped = { names: () => models.names?.() ?? [], tags: (name: string) => models.tags(name) };
  return Object.entries(choice.args).reduce<Choice[]>(
    (choices, [key, value]) => {
      const keywords = expanders.get(key)?.keywords ?? {};
      const keyword = Object.entries(keywords).find(([name]) => name === value)?.[1];
      const values = key === "model" ? modelGroup(value, grouped) : keyword;
      if (values === undefined) return choices;
      return choices.flatMap(({ args }) => values.map((one) => ({ args: { ...args, [key]: one } })));
    },
    [choice],
  );
}

/**
 * Adds the model of the deployment, or the default deployment of the model (helm run_spec_factory.py alter_run_spec).
 * @throws UserError if they contradict each other or one is unknown
 */
function completeModel(draft: Draft, models: ModelRegistry): Draft {
  const { model, model_deployment: deployment } = draft.adapterSpec;
  if (deployment === "") {
    if (model === "") throw new UserError("names no model; add model=creator/name, or give --model creator/name");
    const found = models.deploymentOf(model);
    if (found === undefined) {
      throw new UserError(`has model=${model}, which no deployment serves; add model_deployment=... or --endpoint URL`);
    }
    return withAdapter(draft, { model_deployment: found });
  }
  const served = models.modelOf(deployment);
  if (model === "") {
    if (served !== undefined) return withAdapter(draft, { model: served });
    throw new UserError(`has the unknown model_deployment=${deployment}; add model=creator/name to the entry`);
  }
  if (served !== undefined && served !== model) {
    throw new UserError(`has model=${model} with model_deployment=${deployment}, which serves ${served}; change one`);
  }
  return draft;
}

/** Returns the entry's model, independent of the argument order. HELM knows the model only after it has read model=. */
function namedModel({ model, model_deployment: deployment }: Choice["args"], models: ModelRegistry): string {
  if (model !== undefined) return String(model).split("/").slice(-2).join("/");
  return (deployment === undefined ? undefined : models.modelOf(String(deployment))) ?? "";
}

function applyExpanders(benchmark: BenchmarkRun, args: Choice["args"], models: ModelRegistry): Draft {
  const { name, adapterSpec, metricSpecs } = benchmark;
  const tags = models.tags(namedModel(args, models));
  const expanded = Object.entries(args).reduce<Draft>(
    (draft, [key, value]) => expanders.get(key)?.apply(draft, value, key, tags) ?? draft,
    { name, adapterSpec, metricSpecs, dataAugmenterSpec: DataAugmenterSpec.parse({}) },
  );
  const complete = completeModel(expanded, models);
  return applyModelCapabilities(complete, models.tags(complete.adapterSpec.model));
}

/** Applies the command's max_eval_instances and num_train_trials (helm/benchmark/run.py run_entries_to_run_specs). */
function applyOptions(draft: Draft, { maxEvalInstances, numTrainTrials }: ExpandOptions): Draft {
  const { max_eval_instances, max_train_instances, num_train_trials } = draft.adapterSpec;
  const max = max_eval_instances ?? maxEvalInstances;
  return withAdapter(draft, {
    ...(max === undefined ? {} : { max_eval_instances: max }),
    num_train_trials: max_train_instances === 0 ? 1 : (numTrainTrials ?? num_train_trials),
  });
}

function toRunSpec(draft: Draft, benchmark: BenchmarkRun, entryGroups: readonly string[]): RunSpec {
  const suffix = entryGroups.length === 0 ? "" : `,groups=${entryGroups.toSorted().join("-")}`;
  return {
    name: `${draft.name}${suffix}`.replaceAll("/", "_"),
    scenario_spec: benchmark.scenarioSpec,
    adapter_spec: draft.adapterSpec,
    metric_specs: [...draft.metricSpecs],
    data_augmenter_spec: draft.dataAugmenterSpec,
    groups: [...benchmark.groups, ...entryGroups],
    ...(benchmark.annotators === undefined ? {} : { annotators: [...benchmark.annotators] }),
  };
}

/** The arguments of an entry that its benchmark settles: those that are no expanders. */
export const benchmarkArgs = ({ args }: ParsedObjectSpec): EntryArgs =>
  Object.fromEntries(Object.entries(args).filter(([key]) => !expanders.has(key)));

async function expandEntry(
  entry: RunEntry,
  options: ExpandOptions,
  turn: () => Promise<void> | undefined,
): Promise<RunPlan[]> {
  const { models, modelsToRun = [], groupsToRun = [], judges } = options;
  const parsed = parseObjectSpec(entry.description);
  const benchmark = await options.settle(parsed.name, benchmarkArgs(parsed));
  if (groupsToRun.length > 0 && !benchmark.groups.some((group) => groupsToRun.includes(group))) return [];

  const plans: RunPlan[] = [];
  for (const { args } of chooseModels(parsed, modelsToRun).flatMap((choice) => chooseValues(choice, models))) {
    await turn();
    const draft = applyOptions(applyExpanders(benchmark, args, models), options);
    const { model, model_deployment } = draft.adapterSpec;
    const isWanted = modelsToRun.length === 0 || [model, model_deployment].some((name) => modelsToRun.includes(name));
    if (!isWanted) continue;
    const plain = toRunSpec(draft, benchmark, entry.groups ?? []);
    const runSpec =
      judges === undefined
        ? plain
        : withJudges(
            plain,
            chooseJudges(judges, {}, (name) => models.modelOf(name)),
          );
    const description = args === parsed.args ? entry.description : describeEntry(parsed.name, args);
    plans.push({ runSpec, benchmark, entry: { ...entry, description } });
  }
  return plans;
}

/** A few entries and a few hundred models multiply to more than a service or a release can hold. */
const MOST_RUNS = 10_000;

/**
 * Expands a list of entries to planned runs, in the same order, each run once. The run names equal HELM's exactly, because they are folder names.
 * @throws UserError naming the invalid entry
 */
export async function expandEntries(entries: readonly RunEntry[], options: ExpandOptions): Promise<RunPlan[]> {
  const plans: RunPlan[] = [];
  const turn = turns(64);
  for (const entry of entries) {
    if (options.priority !== undefined && (entry.priority ?? 0) > options.priority) continue;
    try {
      const expanded = await expandEntry(entry, options, turn);
      for (const plan of expanded) {
        checkNames(plan.runSpec);
        plans.push(plan);
      }
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      throw new UserError(`${entryText(entry)}: ${error.message}`, { cause: error });
    }
    if (plans.length > MOST_RUNS)
      throw new UserError(`the entries give more than ${MOST_RUNS} runs; give fewer of them at a time`);
  }
  refuseNearlyEqual(plans);
  return withoutRepeated(plans);
}

/** An entry that is there twice gives one run, which would otherwise wait for itself. */
function withoutRepeated(plans: readonly RunPlan[]): RunPlan[] {
  const seen = new Map<string, RunPlan>();
  return plans.filter((plan) => {
    const first = seen.get(plan.runSpec.name);
    seen.set(plan.runSpec.name, first ?? plan);
    return (
      first === undefined ||
      first.benchmark.configuration !== plan.benchmark.configuration ||
      JSON.stringify(first.runSpec) !== JSON.stringify(plan.runSpec)
    );
  });
}

/** The name is part of file names and object keys. @throws UserError */
function checkNames({ name, adapter_spec: { model_deployment: deployment } }: RunSpec): void {
  checkRunName(name);
  const problem = nameProblem(deployment.replaceAll("/", "_"));
  if (problem !== undefined) throw new UserError(`the deployment ${shown(deployment)} ${problem}`);
}

/** @throws UserError for two run names that are one folder on macOS or Windows, and for two models with one run name */
function refuseNearlyEqual(plans: readonly RunPlan[]): void {
  const seen = new Map<string, RunPlan>();
  for (const plan of plans) {
    const { name } = plan.runSpec;
    const first = seen.get(foldedName(name));
    if (first !== undefined && first.runSpec.name !== name)
      throw new UserError(
        `${entryText(plan.entry)}: the run name ${shown(name)} differs from that of ${entryText(first.entry)} only in capital letters or in the form of its accents, so both are one folder on macOS and Windows; rename one, or use two suites`,
      );
    const [one, other] = [first, plan].map((of) => of?.runSpec.adapter_spec.model_deployment);
    if (first !== undefined && one !== other)
      throw new UserError(
        `${entryText(plan.entry)}: ${other} has the same run name ${shown(name)} as ${one} of ${entryText(first.entry)}, so its results would replace the others; use two suites`,
      );
    seen.set(foldedName(name), plan);
  }
}

/** Names an entry. An entry may contain control characters, which a terminal would obey. */
const entryText = ({ label, description }: RunEntry): string =>
  `${label} (${description.replaceAll(/\p{Cc}/gu, (character) => JSON.stringify(character).slice(1, -1))})`;
