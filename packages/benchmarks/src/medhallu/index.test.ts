import { answeredState } from "@medhelm/testing/fixtures/answered-state";
import { readFileSync } from "node:fs";
import type { RunSpec } from "@medhelm/core/helm/run-spec";
import type { Profile } from "@medhelm/core/run/profile";
import { scoreRun } from "@medhelm/testing/score-run";
import { expect, test } from "vitest";
import { loadMetrics } from "@medhelm/core/scoring/load-metrics";
import { metricFor } from "../registry.ts";
import { loadFrom, noUserFiles, outline } from "@medhelm/testing/fixtures/benchmarks/files";
import medhallu from "./index.ts";

const sample = readFileSync(new URL("sample.parquet", import.meta.url));
const load = (bytes: Uint8Array | string) => loadFrom(medhallu, { "medhallu/train-00000-of-00001.parquet": bytes });

test("a row gives two instances, and the passage is printed like a Python list", async () => {
  const { instances } = await load(sample);
  const passage = `World Knowledge: ['Tea was poured.', "It's\\u2009warm."]\n\nQuestion: Does the invented tea help?\n\n`;
  expect(instances.slice(0, 2).map(outline)).toEqual([
    [`${passage}Answer: It helps.\n`, ["0"], [0]],
    [`${passage}Answer: It cures all.\n`, ["1"], [0]],
  ]);
  expect(instances.map(({ id }) => id)).toEqual(["id0", "id1", "id2", "id3"]);
});

test("an incomplete file and a file of another kind are refused in one sentence", async () => {
  await expect(load(sample.subarray(0, 900))).rejects.toThrow(/not a complete, readable Parquet file/);
  const renamed = Buffer.from(sample.toString("latin1").replaceAll("Ground Truth", "Grounds True"), "latin1");
  await expect(load(renamed)).rejects.toThrow(/there is no column "Ground Truth"; the file has Question, Knowledge/);
  await expect(load("PAR1")).rejects.toThrow(/not a complete, readable Parquet file/);
});

test("under helm only the bare digit counts; corrected reads judgments and computes macro-F1", async () => {
  const replies = ["Answer: 0", "1", "0", "not sure"];
  const { instances } = await load(sample);
  const run = await medhallu.settle({}, noUserFiles);
  const runSpec: RunSpec = {
    name: run.name,
    scenario_spec: run.scenarioSpec,
    adapter_spec: run.adapterSpec,
    metric_specs: [...run.metricSpecs],
    data_augmenter_spec: {
      perturbation_specs: [],
      should_augment_train_instances: false,
      should_include_original_train: false,
      should_skip_unchanged_train: false,
      should_augment_eval_instances: false,
      should_include_original_eval: false,
      should_skip_unchanged_eval: false,
      seeds_per_instance: 1,
    },
    groups: [...run.groups],
  };
  const states = instances.map((instance, i) => answeredState(replies[i] ?? "", { instance }));
  const score = async (profile: Profile) => {
    const { stats } = await scoreRun({
      runSpec,
      states: () => states,
      profile,
      metrics: await loadMetrics(runSpec, metricFor),
    });
    const mean = (name: string) =>
      stats.find((one) => one.name.name === name && one.name.perturbation === undefined)?.mean;
    return { accuracy: mean("exact_match"), macroF1: mean("macro_f1") };
  };
  expect(await score("helm")).toEqual({ accuracy: 0.5, macroF1: undefined });
  // factual: 2 of 2 found; hallucinated: 1 of 2 found, and no other answer is called hallucinated
  expect(await score("corrected")).toEqual({ accuracy: 0.75, macroF1: (1 + 2 / 3) / 2 });
});
