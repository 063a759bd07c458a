import { expect, test } from "vitest";
import { RunSpec } from "../../helm/run-spec.ts";
import { type WordedRun, wordingLabels, wordingsIn } from "./run-wording.ts";

const CUSTOM = "helm.benchmark.scenarios.medhelm_configurable_scenario.MedHELMConfigurableScenario";

/** A run of model m/a. `prompts`: as in the manifest; absent: a folder that HELM wrote */
const run = (name: string, prompts?: string, spec: { scenario?: string; instructions?: string } = {}): WordedRun => ({
  runSpec: RunSpec.parse({
    name,
    scenario_spec: { class_name: spec.scenario ?? "S", args: {} },
    adapter_spec: { model: "m/a", model_deployment: "m/a", instructions: spec.instructions ?? "" },
    metric_specs: [],
  }),
  ...(prompts === undefined ? {} : { manifest: { prompts, judges: [] } }),
});

test.each([
  ["runs of our own words", [run("quiz", "own 1"), run("exam", "own 1")], ["own", "own"], false],
  ["our words and HELM's of one benchmark", [run("quiz", "own 1"), run("quiz")], ["own", "helm"], true],
  ["our words and HELM's of two benchmarks", [run("quiz", "own 1"), run("exam")], ["own", "helm"], false],
  [
    "a custom benchmark in our format and in HELM's",
    [run("q", "custom a"), run("q", undefined, { scenario: CUSTOM })],
    ["custom", "custom"],
    false,
  ],
  [
    "two changes by a user",
    [run("quiz,instructions=none", "custom b"), run("quiz,instructions=expert", "custom a")],
    ["custom 2", "custom"],
    true,
  ],
  ["two versions of our words", [run("quiz", "own 1"), run("quiz", "own 2")], ["own", "own 2"], true],
  [
    "two texts of HELM's in one scenario",
    [run("quiz", undefined, { instructions: "A" }), run("quiz", undefined, { instructions: "B" })],
    ["helm", "helm 2"],
    true,
  ],
  [
    "texts of HELM's that differ between conditions",
    [
      run("quiz:c=1", undefined, { scenario: "S1", instructions: "A" }),
      run("quiz:c=2", undefined, { scenario: "S2", instructions: "B" }),
    ],
    ["helm", "helm"],
    false,
  ],
] as const)("%s", (_, runs, labels, isSplit) => {
  const found = wordingLabels<WordedRun>(runs);
  expect(runs.map((one) => found.get(one))).toEqual(labels);
  expect(wordingsIn<WordedRun>(runs, found).isSplit).toBe(isSplit);
});
