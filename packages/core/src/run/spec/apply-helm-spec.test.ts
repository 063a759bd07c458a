import { benchmarkRun } from "@medhelm/testing/fixtures/benchmark-run";
import { expect, test } from "vitest";
import { RunSpec } from "../../helm/run-spec.ts";
import { generation } from "./prompt-specs.ts";
import { expandEntries } from "./expand.ts";
import { applyHelmSpec, isSameScenario } from "./apply-helm-spec.ts";

const benchmark = benchmarkRun("demo", {
  adapterSpec: generation({ instructions: "Ours.", maxTokens: 5 }),
  metricSpecs: [{ class_name: "Ours", args: {} }],
});
const helm = RunSpec.parse({
  name: "demo:model=other_m",
  scenario_spec: { class_name: "Demo", args: { x: 1 } },
  adapter_spec: {
    ...generation({ instructions: "Theirs.", maxTokens: 50 }),
    model: "other/m",
    model_deployment: "other/m",
    max_eval_instances: 100,
  },
  metric_specs: [{ class_name: "Theirs", args: {} }],
  groups: ["theirs"],
  annotators: [{ class_name: "Judge", args: {} }],
});
const plan = async (args: string, groups: string[] = []) => {
  const entries = [{ description: `demo:model=a/b,model_deployment=a/b${args}`, groups, label: "e" }];
  const models = { deploymentOf: () => undefined, modelOf: () => undefined, tags: () => [] };
  const [first] = await expandEntries(entries, { settle: async () => benchmark, models });
  if (first === undefined) throw new Error("no plan");
  return first;
};

test("prompt, limits, metrics, judges and scenario are HELM's; name, model and deployment are the entry's", async () => {
  const { runSpec } = applyHelmSpec(await plan(""), helm);
  expect(runSpec).toEqual({
    ...helm,
    name: "demo:model=a_b,model_deployment=a_b",
    adapter_spec: { ...helm.adapter_spec, model: "a/b", model_deployment: "a/b" },
  });
});

test("arguments of the entry override HELM's values", async () => {
  const ours = applyHelmSpec(await plan(",max_eval_instances=3,num_output_tokens=9", ["mine"]), helm).runSpec;
  expect(ours.adapter_spec).toMatchObject({ max_eval_instances: 3, max_tokens: 9, instructions: "Theirs.\n" });
  expect(ours.groups).toEqual(["theirs", "mine"]);
});

test("an entry's process_output wraps HELM's metrics", async () => {
  const { runSpec } = applyHelmSpec(await plan(",process_output=remove_deepseek_r1_thinking"), helm);
  expect(runSpec.metric_specs).toMatchObject([{ args: { metric_specs: [{ class_name: "Theirs" }] } }]);
});

test("HELM's sentences replace our own", async () => {
  const { adapter_spec } = applyHelmSpec(await plan(",instructions=expert"), helm).runSpec;
  expect(adapter_spec.instructions).toBe("Theirs.\n");
});

test("HELM's perturbations apply unless the entry has its own", async () => {
  const lower = { class_name: "helm.benchmark.augmentations.lowercase_perturbation.LowerCasePerturbation", args: {} };
  const perturbed = { ...helm, data_augmenter_spec: { ...helm.data_augmenter_spec, perturbation_specs: [lower] } };
  const theirs = applyHelmSpec(await plan(""), perturbed).runSpec.data_augmenter_spec;
  expect(theirs.perturbation_specs).toEqual([lower]);
  const ours = applyHelmSpec(await plan(",data_augmentation=typo_hard"), perturbed).runSpec.data_augmenter_spec;
  expect(ours.perturbation_specs[0]?.args).toEqual({ prob: 0.5 });
});

test("a run of another scenario, or with unsupported perturbations, is refused", async () => {
  const other = { ...helm, scenario_spec: { class_name: "Other", args: {} } };
  const ours = await plan("");
  expect(() => applyHelmSpec(ours, other)).toThrow("has the scenario Other");
  const perturbed = { ...helm.data_augmenter_spec, perturbation_specs: [{ class_name: "Typos", args: {} }] };
  expect(() => applyHelmSpec(ours, { ...helm, data_augmenter_spec: perturbed })).toThrow(
    "the perturbation Typos is not supported",
  );
});

test("the data path does not distinguish scenarios, and arguments that HELM lacks are kept", async () => {
  const at = (args: Record<string, unknown>) => ({ ...helm, scenario_spec: { class_name: "Demo", args } });
  expect(isSameScenario(at({ subject: "a", data_path: "/x" }), at({ data_path: "/y", subject: "a" }))).toBe(true);
  expect(isSameScenario(at({ subject: "a" }), at({ subject: "a", instances: "corrected" }))).toBe(true);
  expect(isSameScenario(at({ subject: "a" }), at({ subject: "b" }))).toBe(false);
  const ours = await plan("");
  const corrected = {
    ...ours,
    runSpec: { ...ours.runSpec, scenario_spec: { class_name: "Demo", args: { instances: "corrected" } } },
  };
  expect(applyHelmSpec(corrected, helm).runSpec.scenario_spec.args).toEqual({ x: 1, instances: "corrected" });
});
