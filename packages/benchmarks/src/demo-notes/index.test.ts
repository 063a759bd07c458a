import { expect, test } from "vitest";
import { CATEGORIES } from "../shared/demo-category.ts";
import { noUserFiles } from "@medhelm/testing/fixtures/benchmarks/files";
import { instances } from "./instances.ts";
import demoNotes from "./index.ts";

test("fourteen tasks cover all five categories, each with one reference", () => {
  const all = instances();
  expect(all).toHaveLength(14);
  expect(new Set(all.map((instance) => instance.extra_data?.["category"]))).toEqual(new Set(CATEGORIES));
  for (const { references } of all) expect(references.map((reference) => reference.tags)).toEqual([["correct"]]);
});

test("the jury's score and its annotation have the same name, and the annotator has HELM's class", async () => {
  const run = await demoNotes.settle({}, noUserFiles);
  expect(run.annotators?.map((spec) => [spec.class_name, spec.args["name"]])).toEqual([
    ["helm.benchmark.annotation.model_as_judge.LLMAsJuryAnnotator", "demo_notes"],
  ]);
  expect(run.metricSpecs.at(-1)?.args).toMatchObject({ metric_name: run.card.mainMetric, scenario_name: "demo_notes" });
});
