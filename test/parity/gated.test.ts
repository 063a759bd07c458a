import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { ScenarioState } from "@medhelm/core/helm/scenario-state";
import { RunSpec, Scenario } from "@medhelm/core/helm/run-spec";
import { findBenchmark } from "@medhelm/benchmarks/registry";
import { dataOf, userFilesOf } from "@medhelm/testing/fixtures/benchmarks/files";
import { expect, test } from "vitest";
import { z } from "zod";
import { oracle, shared, whyNoShared } from "../shared.ts";

/** HELM's folder of the invented data. */
const THEIR_DATA = "/data/oracle3/data";
const JUDGES = "/data/oracle3/jury.yaml";

/** Every file of the invented data, by the path that HELM read. */
function theirData(): Record<string, Uint8Array> {
  const root = join(oracle("oracle-d"), "data");
  const names = readdirSync(root, { recursive: true, encoding: "utf8" }).toSorted();
  const files = names.filter((name) => statSync(join(root, name)).isFile());
  return Object.fromEntries(files.map((name) => [`${THEIR_DATA}/${name}`, readFileSync(join(root, name))]));
}

const Args = z.record(z.string(), z.union([z.string(), z.number()]));
const runs = ["oracle-d", "oracle-e"].flatMap((suite) => {
  const names = shared === undefined ? [] : readdirSync(join(oracle("oracle-d"), "benchmark_output/runs", suite));
  return names.filter((name) => !name.includes("stub-2")).map((name) => [suite, name] as const);
});
const mine = /^(clear|ehrshot|n2c2_ct_matching|shc_\w+|medalign|dischargeme|mimic_rrs|mental_health)[:,]/;
const folders = runs.filter(([, name]) => mine.test(name));

test.skipIf(shared === undefined).for(folders)(
  `%s/%s: instances, their order, and the run spec are HELM's (${shared ? "found" : whyNoShared})`,
  async ([suite, name]) => {
    const read = (file: string): unknown =>
      JSON.parse(readFileSync(join(oracle("oracle-d"), "benchmark_output/runs", suite, name, file), "utf8"));
    const theirs = RunSpec.parse(read("run_spec.json"));
    const scenario = Scenario.parse(read("scenario.json"));
    const states = ScenarioState.parse(read("scenario_state.json")).request_states;
    const benchmark = await findBenchmark(theirs.groups.at(-1) ?? "");
    const jury = (theirs.annotators ?? []).length > 0 ? { jury_config_path: JUDGES } : {};
    const run = await benchmark.settle(
      { ...Args.parse(theirs.scenario_spec.args), ...jury },
      userFilesOf({ [JUDGES]: readFileSync(join(oracle("oracle-d"), "jury.yaml"), "utf8") }),
    );

    // the test reads the sentences of HELM's loader from HELM's instances
    const texts = states.map(({ instance }) => instance.input.text);
    const worded = run.withWording === undefined ? run : run.withWording(texts.slice(0, 40));
    if (worded === undefined) throw new Error("HELM's sentences cannot be read");
    const words = [run, worded].map(({ identityParts }) => identityParts["instance wording"]);
    expect(new Set(words).size).toBe(worded === run ? 1 : 2);
    const { instances } = await worded.load(dataOf(theirData()));
    const byId = new Map(instances.map((instance) => [instance.id, instance]));
    // HELM samples if there are more instances than requested; otherwise it keeps the order of the source
    const asked = instances.length > 1000 ? states.map(({ instance }) => byId.get(instance.id)) : instances;
    expect(asked).toEqual(states.map(({ instance }) => instance));
    expect(asked).toHaveLength(Math.min(1000, instances.length));

    const { max_eval_instances: _limit, ...adapter } = theirs.adapter_spec;
    const { instructions, output_prefix } = run.adapterSpec;
    // our own wording, except that an empty noun is structure
    const wording = {
      instructions: adapter.instructions === "" ? "" : instructions,
      output_prefix: /^(|: )$/.test(adapter.output_prefix) ? adapter.output_prefix : output_prefix,
    };
    expect(run.adapterSpec).toEqual({ ...adapter, ...wording, model: "", model_deployment: "" });
    expect(run.metricSpecs).toEqual(theirs.metric_specs);
    expect(run.annotators ?? []).toEqual(theirs.annotators ?? []);
    expect(run.scenarioSpec).toEqual(theirs.scenario_spec);
    expect(run.groups).toEqual(theirs.groups);
    expect(`${run.name}${run.name.includes(":") ? "," : ":"}`).toBe(name.slice(0, name.indexOf("model=")));
    const { name: scenarioName, tags, definition_path } = run.scenario;
    expect({ scenarioName, tags, definition_path }).toEqual({
      scenarioName: scenario.name,
      tags: scenario.tags,
      definition_path: scenario.definition_path,
    });
  },
);
