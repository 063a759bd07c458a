import { expect, test } from "vitest";
import { RunSpec } from "@medhelm/core/helm/run-spec";
import { stat } from "@medhelm/core/helm/stat";
import type { LoadedRun } from "@medhelm/core/release/runs/loaded-run";
import { sharedParts } from "./shared-parts.ts";

const run = (folder: string, value: number, cost: number): LoadedRun => ({
  suite: "s",
  folder,
  runSpec: RunSpec.parse({
    name: folder,
    scenario_spec: { class_name: "Pubmed", args: { seed: value } },
    adapter_spec: {},
    metric_specs: [{ class_name: "Exact" }],
  }),
  stats: [stat("num_instances", 60), stat({ name: "cost", split: "test" }, cost)],
});

test("two runs of a benchmark share what is equal, and keep what differs", () => {
  const share = sharedParts();
  const [first, second] = [share(run("a", 0, 1)), share(run("b", 0, 2))];
  expect([first, second]).toEqual([run("a", 0, 1), run("b", 0, 2)]);
  expect(second.stats[0]).toBe(first.stats[0]);
  expect(second.stats[1]?.name).toBe(first.stats[1]?.name);
  expect(second.runSpec.metric_specs).toBe(first.runSpec.metric_specs);
});

test("0 and -0 are different values, because Python prints them differently", () => {
  const share = sharedParts();
  const [first, second] = [share(run("a", 0, 0)), share(run("a", -0, -0))];
  expect([first.stats[1]?.mean, second.stats[1]?.mean]).toEqual([0, -0]);
  expect(second.runSpec.scenario_spec.args).toEqual({ seed: -0 });
});
