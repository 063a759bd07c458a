import { createReadStream, existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { canonicalJson, sha256Hex } from "@medhelm/core/store/canonical";
import { readElements } from "@medhelm/core/helm/read-elements";
import { RunSpec } from "@medhelm/core/helm/run-spec";
import { RequestState } from "@medhelm/core/helm/scenario-state";
import type { Rubric } from "@medhelm/core/judge/rubric";
import { filledPrompt, templateFromPrompts } from "@medhelm/core/judge/template-from-prompts";
import { parseJson } from "@medhelm/core/store/objects";
import type { RunPlan } from "@medhelm/core/run/expand";
import { applyHelmSpec, isSameScenario } from "@medhelm/core/run/apply-helm-spec";
import { UserError } from "@medhelm/core/user-error";

export interface PlanWithPrompts {
  readonly plan: RunPlan;
  /** for the manifest: HELM's, and which */
  readonly prompts?: string;
}
export interface HelmSpecs {
  /**
   * The plan with the prompts of HELM's run of the same name, else of the same scenario; judge prompts, which HELM's classes
   * hold, from what its annotations say that the judges were asked, and sentences that its loader writes into the instances from
   * those instances. @throws UserError when there is no such run
   */
  readonly apply: (plan: RunPlan) => Promise<PlanWithPrompts>;
}

interface Found {
  readonly folder: string;
  readonly spec: RunSpec;
}

/** The run_spec.json files of a run folder, a suite folder, or a folder of suites. */
export async function readHelmSpecs(dir: string): Promise<HelmSpecs> {
  if (!existsSync(dir)) throw new UserError(`--spec-from ${dir}: there is no such folder`);
  const specs = await readSpecs(dir, 2);
  if (specs.length === 0) throw new UserError(`--spec-from ${dir}: no run_spec.json in it or in the folders below it`);
  return {
    apply: async (plan) => {
      const { name, scenario_spec: scenario } = plan.runSpec;
      const found =
        specs.find(({ spec }) => spec.name === name) ?? specs.find(({ spec }) => isSameScenario(spec, plan.runSpec));
      if (found === undefined)
        throw new UserError(
          `--spec-from ${dir}: none of its ${specs.length} runs is of ${scenario.class_name}, which ${name} needs`,
        );
      const prompted = await withHelmWording(await withHelmRubrics(applyHelmSpec(plan, found.spec), found), found);
      return { plan: prompted, prompts: `helm ${sha256Hex(canonicalJson(found.spec.adapter_spec))}` };
    },
  };
}

/** Prompts of this many answers decide what a template is. */
const ENOUGH_PROMPTS = 40;

/** Instances of this many answers decide what a loader's own sentences are. */
const ENOUGH_INSTANCES = 40;

async function withHelmWording(plan: RunPlan, { folder }: Found): Promise<RunPlan> {
  const { benchmark } = plan;
  if (benchmark.withWording === undefined) return plan;
  const file = join(folder, "scenario_state.json");
  if (!existsSync(file))
    throw new UserError(
      `--spec-from: there is no scenario_state.json in ${folder}, and HELM's sentences within the instances of ${benchmark.name} are read from it; take a whole run folder, or leave --spec-from away`,
    );
  const texts = new Set<string>();
  for await (const element of readElements(createReadStream(file), "request_states", { label: file })) {
    const { instance } = RequestState.parse(element);
    if (instance.perturbation === undefined) texts.add(instance.input.text);
    if (texts.size === ENOUGH_INSTANCES) break;
  }
  const worded = texts.size === 0 ? undefined : benchmark.withWording([...texts]);
  if (worded === undefined)
    throw new UserError(
      `--spec-from: the instances in ${folder} are not laid out as HELM's ${benchmark.name} is, so its sentences cannot be read from them; take another run of it, or leave --spec-from away`,
    );
  // what was replaced stays: HELM's rubrics, a plugin's version
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

/** A rubric that the user's own file replaces stays. */
async function withHelmRubrics(plan: RunPlan, { folder, spec }: Found): Promise<RunPlan> {
  const { rubrics = [], identityParts } = plan.benchmark;
  const replaced: Rubric[] = [];
  for (const rubric of rubrics) {
    const isHelms = spec.annotators?.some(({ class_name: name }) => name === rubric.className) === true;
    replaced.push(isHelms && rubric.origin === "own" ? await helmRubric(rubric, folder) : rubric);
  }
  const changed = replaced.find((rubric, i) => rubric !== rubrics[i]);
  if (changed === undefined) return plan;
  const judgePrompt = { "judge prompt": sha256Hex(changed.template) };
  return {
    ...plan,
    benchmark: { ...plan.benchmark, rubrics: replaced, identityParts: { ...identityParts, ...judgePrompt } },
  };
}

async function helmRubric(rubric: Rubric, folder: string): Promise<Rubric> {
  const file = join(folder, "scenario_state.json");
  if (!existsSync(file)) return rubric;
  const prompts = [];
  for await (const element of readElements(createReadStream(file), "request_states", { label: file })) {
    const filled = filledPrompt(RequestState.parse(element), rubric.name);
    if (filled !== undefined) prompts.push(filled);
    if (prompts.length === ENOUGH_PROMPTS) break;
  }
  if (prompts.length === 0) return rubric;
  const template = templateFromPrompts(prompts);
  if (template === undefined)
    throw new UserError(
      `--spec-from: the judge prompts in ${file} do not come from one template, so HELM's cannot be read from them; take another run of it, or leave --spec-from away`,
    );
  return { ...rubric, template, origin: "helm" };
}

async function readSpecs(dir: string, depth: number): Promise<Found[]> {
  const file = join(dir, "run_spec.json");
  if (existsSync(file)) return [{ folder: dir, spec: parseJson(await readFile(file), file, RunSpec) }];
  if (depth === 0) return [];
  const folders = (await readdir(dir, { withFileTypes: true })).filter((entry) => entry.isDirectory());
  const found: Found[] = [];
  for (const { name } of folders.toSorted((a, b) => (a.name < b.name ? -1 : 1)))
    found.push(...(await readSpecs(join(dir, name), depth - 1)));
  return found;
}
