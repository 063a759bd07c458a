import { readFileSync } from "node:fs";
import type { RunSpec } from "@medhelm/core/helm/run-spec";
import type { RequestState } from "@medhelm/core/helm/scenario-state";
import { buildRequestStates } from "@medhelm/core/run/requests/build-requests";
import type { Profile } from "@medhelm/core/run/profile";
import { noTokenizerWindow } from "@medhelm/core/run/requests/window";
import { loadMetrics } from "@medhelm/core/scoring/load-metrics";
import { scoreRun } from "@medhelm/testing/score-run";
import { expect, test } from "vitest";
import { metricFor } from "../registry.ts";
import { dataOf, noUserFiles } from "@medhelm/testing/fixtures/benchmarks/files";
import pubmedQa from "./index.ts";

const sample = readFileSync(new URL("sample.json", import.meta.url), "utf8");
const load = async (content: string | Uint8Array) =>
  (await pubmedQa.settle({}, noUserFiles)).load(dataOf({ "pubmed_qa/ori_pqal.json": content }));

test("instances keep the order of the file, though its keys are numbers", async () => {
  const { instances } = await load(sample);
  expect(instances.map((i) => [i.id, i.input.text.split("\n").at(-2)])).toEqual([
    ["id0", "Question: Does a morning phone call improve clinic attendance?"],
    ["id1", "Question: Is the colour of the waiting room linked to blood pressure?"],
    ["id2", "Question: Can a reminder letter replace a visit?"],
  ]);
});

test("labels are title-cased as Python does, and the abstract precedes the question", async () => {
  const { instances } = await load(sample);
  expect(instances[2]?.input.text).toBe(
    "Context: Author'S Results. Letters were enough for some invented patients and not for others; numbers were small.\n\nQuestion: Can a reminder letter replace a visit?\n",
  );
});

test("yes, no and maybe are the references, and the experts' decision is the correct one", async () => {
  const { instances } = await load(sample);
  expect(instances[1]?.references).toEqual([
    { output: { text: "yes" }, tags: [] },
    { output: { text: "no" }, tags: ["correct"] },
    { output: { text: "maybe" }, tags: [] },
  ]);
});

test("a truncated file is refused in one sentence", async () => {
  await expect(load(sample.slice(0, 300))).rejects.toThrow(/^pubmed_qa\/ori_pqal\.json: not complete, readable JSON/);
});

test("other columns are refused with the wrong key", async () => {
  await expect(load('{"1": {"question": "?"}}')).rejects.toThrow(/^pubmed_qa\/ori_pqal\.json: #1\.QUESTION: /);
});

test("another encoding is refused in one sentence", async () => {
  await expect(load(new Uint8Array([0x7b, 0xe9, 0x7d]))).rejects.toThrow(/not UTF-8 text/);
});

test("an unknown argument is refused with its name", async () => {
  await expect(pubmedQa.settle({ subset: "x" }, noUserFiles)).rejects.toThrow(/pubmed_qa takes no argument "subset"/);
});

const NO_AUGMENTER = {
  perturbation_specs: [],
  should_augment_train_instances: false,
  should_include_original_train: false,
  should_skip_unchanged_train: false,
  should_augment_eval_instances: false,
  should_include_original_eval: false,
  should_skip_unchanged_eval: false,
  seeds_per_instance: 1,
};

/** Scores one reply per question of the sample through the adapter and both profiles. */
async function accuracyOf(replies: readonly string[]) {
  const run = await pubmedQa.settle({}, noUserFiles);
  const { instances } = await run.load(dataOf({ "pubmed_qa/ori_pqal.json": sample }));
  const runSpec: RunSpec = {
    name: run.name,
    scenario_spec: run.scenarioSpec,
    adapter_spec: run.adapterSpec,
    metric_specs: [...run.metricSpecs],
    data_augmenter_spec: NO_AUGMENTER,
    groups: [...run.groups],
  };
  const asked = [...buildRequestStates(run.adapterSpec, { train: [], evaluation: instances }, noTokenizerWindow)];
  const states = asked.map((state, i): RequestState => {
    const completions = [{ text: replies[i] ?? "", logprob: 0, tokens: [] }];
    return { ...state, result: { success: true, embedding: [], cached: false, completions } };
  });
  const metrics = await loadMetrics(runSpec, metricFor);
  const meanOf = async (profile: Profile) => {
    const { stats } = await scoreRun({ runSpec, states: () => states, profile, metrics });
    return stats.find(({ name }) => name.name === "exact_match" && name.perturbation === undefined)?.mean;
  };
  return { helm: await meanOf("helm"), corrected: await meanOf("corrected") };
}

test.each([
  { replies: ["yes", "no", "maybe"], helm: 0, corrected: 1 },
  { replies: ["Yes.", "No.", "The answer is maybe."], helm: 0, corrected: 1 },
  { replies: ["A", "B", "C"], helm: 1, corrected: 1 },
  { replies: ["no", "yes", "yes"], helm: 0, corrected: 0 },
])("the replies $replies score $helm under helm and $corrected under corrected", async ({ replies, ...scores }) => {
  expect(await accuracyOf(replies)).toEqual(scores);
});
