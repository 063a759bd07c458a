import { expect, test } from "vitest";
import { noUserFiles } from "@medhelm/testing/fixtures/benchmarks/files";
import { instances } from "./instances.ts";
import demoMessages from "./index.ts";

test("there are twenty tasks, each with one reference", () => {
  const all = instances();
  expect(all).toHaveLength(20);
  for (const { references } of all) expect(references.map((reference) => reference.tags)).toEqual([["correct"]]);
});

test("the jury's score has the name of the main metric", async () => {
  const run = await demoMessages.settle({}, noUserFiles);
  expect(run.metricSpecs.at(-1)?.args).toMatchObject({
    metric_name: run.card.mainMetric,
    scenario_name: "demo_messages",
  });
});
