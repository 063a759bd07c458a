import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { canonicalJson, sha256Hex } from "@medhelm/core/store/canonical";
import { readElements } from "@medhelm/core/helm/read-elements";
import { RunSpec } from "@medhelm/core/helm/run-spec";
import { RequestState } from "@medhelm/core/helm/scenario-state";
import type { Rubric } from "@medhelm/core/judge/rubric";
import { filledPrompt, templateFromPrompts } from "@medhelm/core/judge/template-from-prompts";
import { parseJson } from "@medhelm/core/store/objects";
import type { RunPlan } from "@medhelm/core/run/spec/expand";
import { Manifest } from "@medhelm/core/release/runs/manifest";
import { originOf, type RecordedWording } from "@medhelm/core/run/spec/wording";
import { isPulled, nameWithoutModel } from "./pulled-prompts.ts";
import { hasRunFile, runFileChunks, statOrNone } from "./run-folder-file.ts";
import { applyHelmSpec, isSameScenario } from "@medhelm/core/run/spec/apply-helm-spec";
import { UserError } from "@medhelm/core/user-error";

export interface PlanWithPrompts {
  readonly plan: RunPlan;
  /** for the manifest: the hash of HELM's prompts */
  readonly prompts?: string;
}
export interface HelmSpecs {
  /**
   * Returns the plan with the prompts of HELM's run of the same name, else of the same scenario. The judge prompts come from the
   * annotations of that run, because only HELM's classes hold the templates. Sentences that HELM's loader writes into the instances
   * come from its instances. @throws UserError if there is no such run
   */
  readonly apply: (plan: RunPlan) => Promise<PlanWithPrompts>;
}

interface HelmRun {
  readonly folder: string;
  readonly spec: RunSpec;
  /** How the run records its wording; absent: it is a finished run of HELM, whose wording is HELM's. */
  readonly recorded?: RecordedWording;
}

/** Reads the run_spec.json files of a run folder, a suite folder, or a folder of suites. @throws UserError if it has no such file */
export async function readHelmSpecs(dir: string): Promise<HelmSpecs> {
  const stats = statOrNone(dir);
  if (stats?.isDirectory() !== true)
    throw new UserError(
      `--spec-from ${dir}: ${stats === undefined ? "there is no such folder" : "it is not a folder"}; name a run folder or a suite folder of HELM`,
    );
  const specs = await readSpecs(dir, 2);
  if (specs.length === 0)
    throw new UserError(
      `--spec-from ${dir}: there is no run_spec.json in it or below it; name a run folder or a suite folder of HELM`,
    );
  return {
    apply: async (plan) => {
      const { name, scenario_spec: scenario } = plan.runSpec;
      const found =
        specs.find(({ spec }) => spec.name === name) ??
        specs.find(({ spec }) => nameWithoutModel(spec.name) === nameWithoutModel(name)) ??
        specs.find(({ spec }) => isSameScenario(spec, plan.runSpec));
      if (found === undefined)
        throw new UserError(
          `--spec-from ${dir}: ${name} needs a run of ${scenario.class_name}, and its ${specs.length} runs are of other scenarios; name another folder`,
        );
      const prompted = await withHelmWording(await withHelmRubrics(applyHelmSpec(plan, found.spec), found), found);
      return { plan: prompted, prompts: found.recorded?.prompts ?? `helm ${hashOf(found.spec)}` };
    },
  };
}

/** Number of answers whose prompts decide the template. */
const ENOUGH_PROMPTS = 40;

/** Number of answers whose instances decide the loader's own sentences. */
const ENOUGH_INSTANCES = 40;

async function withHelmWording(plan: RunPlan, { folder }: HelmRun): Promise<RunPlan> {
  const { benchmark } = plan;
  if (benchmark.withWording === undefined) return plan;
  const file = join(folder, "scenario_state.json");
  if (!hasRunFile(file))
    throw new UserError(
      `--spec-from: there is no scenario_state.json in ${folder}, which holds HELM's sentences in the instances of ${benchmark.name}; name a complete run folder, or omit --spec-from`,
    );
  const texts = new Set<string>();
  for await (const element of readElements(runFileChunks(file), "request_states", { label: file })) {
    const { instance } = RequestState.parse(element);
    if (instance.perturbation === undefined) texts.add(instance.input.text);
    if (texts.size === ENOUGH_INSTANCES) break;
  }
  const worded = texts.size === 0 ? undefined : benchmark.withWording([...texts]);
  if (worded === undefined)
    throw new UserError(
      `--spec-from: the instances in ${folder} do not have the layout of HELM's ${benchmark.name}, so its sentences cannot be read from them; name another run of it, or omit --spec-from`,
    );
  // parts that were replaced before stay: HELM's rubrics, a plugin's version
  const identityParts = { ...worded.identityParts, ...benchmark.identityParts };
  const words = worded.identityParts["instance wording"];
  return {
    ...plan,
    benchmark: {
      ...benchmark,
      identityParts: words === undefined ? identityParts : { ...identityParts, "instance wording": words },
      load: (data) => worded.load(data),
    },
  };
}

/** Keeps a rubric that the user's own file has replaced. */
async function withHelmRubrics(plan: RunPlan, run: HelmRun): Promise<RunPlan> {
  const { rubrics = [], identityParts } = plan.benchmark;
  const replaced: Rubric[] = [];
  for (const rubric of rubrics) {
    const isHelms = run.spec.annotators?.some(({ class_name: name }) => name === rubric.className) === true;
    replaced.push(isHelms && rubric.origin === "own" ? await helmRubric(rubric, run) : rubric);
  }
  const changed = replaced.find((rubric, i) => rubric !== rubrics[i]);
  if (changed === undefined) return plan;
  const judgePrompt = { "judge prompt": sha256Hex(changed.template) };
  return {
    ...plan,
    benchmark: { ...plan.benchmark, rubrics: replaced, identityParts: { ...identityParts, ...judgePrompt } },
  };
}

async function helmRubric(rubric: Rubric, { folder, recorded }: HelmRun): Promise<Rubric> {
  const origin = recorded === undefined ? "helm" : (originOf(recorded.judgePrompts?.[rubric.name]) ?? "custom");
  const file = join(folder, "scenario_state.json");
  if (!hasRunFile(file)) return rubric;
  const prompts = [];
  for await (const element of readElements(runFileChunks(file), "request_states", { label: file })) {
    const filled = filledPrompt(RequestState.parse(element), rubric.name);
    if (filled !== undefined) prompts.push(filled);
    if (prompts.length === ENOUGH_PROMPTS) break;
  }
  if (prompts.length === 0) return rubric;
  const template = templateFromPrompts(prompts);
  if (template === undefined)
    throw new UserError(
      `--spec-from: the judge prompts in ${file} do not come from one template, so HELM's template cannot be read from them; name another run, or omit --spec-from`,
    );
  return { ...rubric, template, origin };
}

const hashOf = (spec: RunSpec): string => sha256Hex(canonicalJson(spec.adapter_spec));

/** The wording of a run that this program made, or that is not finished, such as a dry run: nothing shows that its words are HELM's. */
async function recordedIn(dir: string, spec: RunSpec): Promise<RecordedWording | undefined> {
  const file = join(dir, "manifest.json");
  if (statOrNone(file) !== undefined)
    return parseJson(await readFile(file), file, Manifest.pick({ prompts: true, judgePrompts: true }));
  return statOrNone(join(dir, "stats.json")) !== undefined || (await isPulled(dir))
    ? undefined
    : { prompts: `custom ${hashOf(spec)}` };
}

async function readSpecs(dir: string, depth: number): Promise<HelmRun[]> {
  const file = join(dir, "run_spec.json");
  if (statOrNone(file) !== undefined) {
    const spec = parseJson(await readFile(file), file, RunSpec);
    const recorded = await recordedIn(dir, spec);
    return [{ folder: dir, spec, ...(recorded === undefined ? {} : { recorded }) }];
  }
  if (depth === 0) return [];
  const folders = (await readdir(dir, { withFileTypes: true })).filter((entry) => entry.isDirectory());
  const found: HelmRun[] = [];
  for (const { name } of folders.toSorted((a, b) => (a.name < b.name ? -1 : 1)))
    found.push(...(await readSpecs(join(dir, name), depth - 1)));
  return found;
}
