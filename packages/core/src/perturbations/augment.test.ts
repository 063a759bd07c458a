import { expect, test } from "vitest";
import type { Instance } from "../helm/instance.ts";
import { DataAugmenterSpec } from "../helm/run-spec.ts";
import { augmentInstances } from "./augment.ts";
import { perturbationPreset } from "./presets.ts";

const instance = (id: string, text: string): Instance => ({
  input: { text },
  references: [{ output: { text: "YES" }, tags: ["correct"] }],
  split: "test",
  id,
  extra_data: { ward: 3 },
});
const spec = (preset: string, more = {}) =>
  DataAugmenterSpec.parse({
    perturbation_specs: perturbationPreset(preset).perturbations,
    should_augment_eval_instances: true,
    should_include_original_eval: true,
    should_skip_unchanged_eval: true,
    ...more,
  });
const augment = async (instances: Instance[], given: DataAugmenterSpecOf) => {
  const { train, evaluation } = await augmentInstances(
    { train: [instance("t", "TRAIN")], evaluation: instances },
    { data_augmenter_spec: given, adapter_spec: { instructions: "" } },
  );
  return { train: [...train], evaluation: [...evaluation] };
};
type DataAugmenterSpecOf = ReturnType<typeof spec>;

test("a copy follows its original with the same id, references and extra data", async () => {
  const original = instance("id0", "Fever TODAY?");
  const { train, evaluation } = await augment([original, instance("id1", "no fever")], spec("lower"));
  expect(evaluation).toEqual([
    original,
    {
      ...original,
      input: { text: "fever today?" },
      perturbation: { name: "lowercase", robustness: true, fairness: false, computed_on: "perturbed" },
      contrast_inputs: [{ text: "Fever TODAY?" }],
    },
    instance("id1", "no fever"), // has no copy, because the perturbation does not change it
  ]);
  expect(train).toEqual([instance("t", "TRAIN")]);
});

test("the fields of instance and perturbation are in HELM's order", async () => {
  const { evaluation } = await augment([instance("id0", "a b")], spec("extra_space", { seeds_per_instance: 2 }));
  expect(Object.keys(evaluation[2] ?? {})).toEqual([
    "input",
    "references",
    "split",
    "id",
    "perturbation",
    "contrast_inputs",
    "extra_data",
  ]);
  expect(Object.keys(evaluation[2]?.perturbation ?? {})).toEqual([
    "name",
    "robustness",
    "fairness",
    "computed_on",
    "seed",
    "num_spaces",
  ]);
});

test("the first copy has no seed, the second has seed 1, and seed and id determine each copy", async () => {
  const given = spec("space", { seeds_per_instance: 2, should_skip_unchanged_eval: false });
  const { evaluation } = await augment([instance("id0", "a b c d")], given);
  expect(evaluation.map(({ input, perturbation }) => [input.text, perturbation?.seed])).toEqual([
    ["a b c d", undefined],
    ["a   b c  d", undefined],
    ["a b c d", 1],
  ]);
});

test("without perturbations nothing changes, and perturbing a conversation is refused", async () => {
  const talk = { ...instance("id0", ""), input: { text: "", messages: [{ role: "user", content: "Hello" }] } };
  expect((await augment([talk], DataAugmenterSpec.parse({}))).evaluation).toEqual([talk]);
  await expect(augment([talk], spec("lower"))).rejects.toThrow("instance id0 is a conversation");
});
