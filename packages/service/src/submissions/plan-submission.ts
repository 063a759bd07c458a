import { parseConf, type RunEntry } from "@medhelm/core/helm/conf";
import { parseObjectSpec } from "@medhelm/core/helm/object-spec";
import type { RunSpec } from "@medhelm/core/helm/run-spec";
import { chooseJudges } from "@medhelm/core/judge/judges-file";
import { judgesOf } from "@medhelm/core/judge/jury-spec";
import type { Benchmark, BenchmarkRun, UserFiles } from "@medhelm/core/run/benchmark";
import type { Card } from "@medhelm/core/run/card";
import { settleOnce } from "@medhelm/core/run/spec/settle-once";
import { benchmarkArgs, expandEntries, type ModelRegistry, type RunPlan } from "@medhelm/core/run/spec/expand";
import { changePlan, requestChanges } from "@medhelm/core/run/spec/request-changes";
import { withJudges } from "@medhelm/core/run/spec/judges";
import { organisationOf } from "@medhelm/core/run/organisation";
import { turns } from "@medhelm/core/run/turns";
import {
  MOST_ENTRIES,
  MOST_ENTRY_CHARACTERS,
  type StoredSubmission,
  type SubmissionRequest,
} from "@medhelm/core/submission";
import type { PlannedRun } from "../api/ports.ts";
import { UserError } from "@medhelm/core/user-error";
import { CONCURRENT_READS, mapBounded } from "../concurrency/map-bounded.ts";
import { type PromptsPlace, withHelmPrompts } from "../prompts/with-helm-prompts.ts";

export interface PlanPorts {
  findBenchmark(name: string): Promise<Benchmark>;
  readonly models: ModelRegistry;
  /** The place of HELM's prompts. Absent: the service has none. */
  readonly helmPrompts?: PromptsPlace;
  /** The FHIR server that the workers read. Absent: none, as on AWS. */
  readonly fhirServer?: string | undefined;
}

/** A plan with its wording, for the worker. */
export type WordedPlan = RunPlan & {
  /** the origin of prompts that replaced the benchmark's own ones, "helm <sha256>" */
  readonly prompts?: string;
};

/** Plans the runs of a submission for the API, which stores their names and reads uploaded inputs only. */
export async function planSubmission(
  ports: PlanPorts,
  request: SubmissionRequest,
  files: UserFiles,
): Promise<PlannedRun[]> {
  const entries = await entriesOf(request);
  const plans = await expand(ports, entries, request, files);
  if (ports.fhirServer === undefined) requireNoFhir(plans);
  return plans.map(({ runSpec, benchmark, entry }) => ({
    run: runSpec.name,
    description: entry.description,
    ...(entry.groups === undefined ? {} : { groups: [...entry.groups] }),
    benchmark: benchmark.card.name,
    model: runSpec.adapter_spec.model,
    modelDeployment: runSpec.adapter_spec.model_deployment,
    ...judgesOfRun(runSpec),
    ...organisationOfRun(benchmark.card),
    load: loadOf(runSpec, benchmark, request),
  }));
}

/** Refuses at once what a worker would refuse later. */
function requireNoFhir(plans: readonly RunPlan[]): void {
  const plan = plans.find(({ benchmark }) => benchmark.agent?.readsFhir === true);
  if (plan !== undefined)
    throw new UserError(
      `${plan.benchmark.card.name} reads a FHIR server, and this service has none (on AWS it can have none): use medhelm run --fhir-server URL, or medhelm up --fhir-server URL`,
    );
}

function loadOf(
  { adapter_spec: adapter }: RunSpec,
  benchmark: BenchmarkRun,
  { systemMessage, reasoningEffort }: SubmissionRequest,
): NonNullable<PlannedRun["load"]> {
  const { max_eval_instances: maxInstances, num_trials: trials, num_train_trials: trainTrials } = adapter;
  // each reference is a separate request; MedHELM's benchmarks have five at most
  const references = adapter.method.startsWith("multiple_choice_separate") ? 5 : 1;
  return {
    ...(maxInstances === undefined ? {} : { maxInstances }),
    requestsPerInstance: references * trials * (adapter.max_train_instances === 0 ? 1 : trainTrials),
    maxTokens: adapter.max_tokens * adapter.num_outputs,
    ...stepsOf(benchmark),
    ...(reasoningEffort === undefined ? {} : { reasoningEffort }),
    ...ownTextOf(benchmark, systemMessage),
  };
}

const stepsOf = ({ agent }: BenchmarkRun): Pick<NonNullable<PlannedRun["load"]>, "steps"> =>
  agent === undefined
    ? {}
    : { steps: { most: agent.maxSteps, toolBytes: Buffer.byteLength(JSON.stringify(agent.tools)) } };

/** Rubrics of this software are within the quote's guess. */
function ownTextOf(
  { ownText, rubrics = [] }: BenchmarkRun,
  systemMessage: string = "",
): Pick<NonNullable<PlannedRun["load"]>, "ownText"> {
  const custom = rubrics.filter(({ origin }) => origin !== "own").map(({ template }) => Buffer.byteLength(template));
  if (ownText === undefined && systemMessage === "" && custom.length === 0) return {};
  const each = (ownText?.each ?? 0) + Buffer.byteLength(systemMessage);
  return { ownText: { ...ownText, each, ...(custom.length > 0 && { rubric: Math.max(...custom) }) } };
}

function judgesOfRun({ annotators = [] }: RunSpec): Pick<PlannedRun, "judges"> {
  const judges = new Set(annotators.flatMap(judgesOf).map(({ modelDeployment }) => modelDeployment));
  return judges.size === 0 ? {} : { judges: [...judges] };
}

function organisationOfRun(card: Card): Pick<PlannedRun, "organisation"> {
  const organisation = organisationOf(card);
  return organisation === undefined ? {} : { organisation };
}

/** Plans one stored run again, for the worker. */
export async function planRun(
  ports: PlanPorts,
  { id, request }: StoredSubmission,
  run: StoredSubmission["runs"][number],
  files: UserFiles,
): Promise<WordedPlan> {
  const entry: RunEntry = {
    description: run.description,
    ...(run.groups === undefined ? {} : { groups: run.groups }),
    label: `submission ${id}`,
  };
  const plans = await expand(ports, [entry], request, files);
  const plan = plans.find(({ runSpec }) => runSpec.name === run.run);
  if (plan === undefined)
    throw new Error(`the entry ${run.description} no longer expands to the run ${run.run}; submit it again`);
  return plan;
}

async function entriesOf({ entries, conf }: SubmissionRequest): Promise<RunEntry[]> {
  if (conf !== undefined) return ofConf(conf);
  return (entries ?? []).map(({ description, priority, groups }, i) => ({
    description,
    ...(priority === undefined ? {} : { priority }),
    ...(groups === undefined ? {} : { groups }),
    label: `entries[${i}]`,
  }));
}

async function ofConf(conf: string): Promise<RunEntry[]> {
  const entries = await parseConf(conf, { label: "conf" });
  if (entries.length > MOST_ENTRIES)
    throw new UserError(`conf has ${entries.length} entries; submit at most ${MOST_ENTRIES} at a time`);
  const long = entries.findIndex(({ description }) => description.length > MOST_ENTRY_CHARACTERS);
  if (long !== -1)
    throw new UserError(`conf:entry ${long + 1} has more than ${MOST_ENTRY_CHARACTERS} characters; shorten it`);
  return entries;
}

async function expand(
  ports: PlanPorts,
  entries: readonly RunEntry[],
  request: SubmissionRequest,
  files: UserFiles,
): Promise<WordedPlan[]> {
  const { maxEvalInstances, numTrainTrials, priority, modelsToRun, groupsToRun, judges } = request;
  const settle = settleOnce(async (name, args) => (await ports.findBenchmark(name)).settle(args, files));
  // All files are read concurrently first; the expansion then reports the first failure in the order of the entries.
  const kept = entries.filter((entry) => (entry.priority ?? 0) <= (priority ?? Number.POSITIVE_INFINITY));
  const turn = turns(64);
  await mapBounded(kept, CONCURRENT_READS, async ({ description }) => {
    await turn();
    const parsed = parseObjectSpec(description);
    await settle(parsed.name, benchmarkArgs(parsed));
  }).catch(() => undefined);
  const plans = await expandEntries(entries, {
    settle,
    models: ports.models,
    ...(maxEvalInstances === undefined ? {} : { maxEvalInstances }),
    ...(numTrainTrials === undefined ? {} : { numTrainTrials }),
    ...(priority === undefined ? {} : { priority }),
    ...(modelsToRun === undefined ? {} : { modelsToRun }),
    ...(groupsToRun === undefined ? {} : { groupsToRun }),
    ...(judges === undefined ? {} : { judges }),
  });
  const worded = request.prompts === "helm" ? await withPrompts(ports, plans, judges) : plans;
  const changes = requestChanges(request);
  return worded.map((plan) => changePlan(plan, changes));
}

/** HELM's run specs name HELM's judges, which the submission's judges replace. */
async function withPrompts(
  { helmPrompts, models }: PlanPorts,
  plans: readonly RunPlan[],
  judges: readonly string[] | undefined,
): Promise<WordedPlan[]> {
  if (helmPrompts === undefined)
    throw new UserError("--prompts helm: this service has no prompts of HELM; submit without it");
  const chosen = judges === undefined ? undefined : chooseJudges(judges, {}, (name) => models.modelOf(name));
  return (await withHelmPrompts(plans, helmPrompts)).map(({ plan, prompts }) => ({
    ...plan,
    ...(chosen === undefined ? {} : { runSpec: withJudges(plan.runSpec, chosen) }),
    ...(prompts === undefined ? {} : { prompts }),
  }));
}
