import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { ScenarioState } from "@medhelm/core/helm/scenario-state";
import { RunSpec } from "@medhelm/core/helm/run-spec";
import { configurableBenchmark } from "@medhelm/benchmarks/configurable/index";
import { isBenchmarkName } from "@medhelm/benchmarks/registry";
import { dataOf, userFilesOf } from "@medhelm/testing/fixtures/benchmarks/files";
import { expect, test } from "vitest";
import { oracle, shared } from "../shared.ts";

const configurable = configurableBenchmark({ isTaken: isBenchmarkName });
const folderOf = (suite: string, name: string) =>
  join(oracle("oracle"), `benchmark_output/runs/${suite}/${name}:model=stub_stub-1,model_deployment=stub_stub-1`);
const json = (dir: string, file: string): unknown => JSON.parse(readFileSync(join(dir, file), "utf8"));

/** HELM's configuration; its absolute paths map to the unpacked folder. */
function settle(yaml: string) {
  const bench = join(oracle("oracle"), "bench");
  const read = (name: string) => readFileSync(join(bench, name), "utf8");
  const names = ["em.yaml", "em.txt", "em.csv", "jury.yaml", "jury.txt", "jury.csv", "judge.txt"];
  const files = userFilesOf(Object.fromEntries(names.map((name) => [name, read(name)])));
  return configurable.settle(
    { config_path: `/data/oracle/bench/${yaml}` },
    { read: (reference) => files.read(basename(reference)), open: (reference) => files.open(basename(reference)) },
  );
}
const noData = dataOf({});

test.skipIf(shared === undefined).each([
  ["oracle-a", "EM-BENCH", "em.yaml", 100],
  ["oracle-c", "EM-BENCH", "em.yaml", 200],
  ["oracle-a", "JURY-BENCH", "jury.yaml", 100],
  ["oracle-c", "JURY-BENCH", "jury.yaml", 200],
])(
  "%s: %s has HELM's instances, one for one, and HELM's run spec except for the model and -m",
  async (suite, name, yaml, count) => {
    const settled = await settle(yaml);
    const byId = new Map((await settled.load(noData)).instances.map((instance) => [instance.id, instance]));
    const theirs = ScenarioState.parse(json(folderOf(suite, name), "scenario_state.json")).request_states;
    expect(theirs).toHaveLength(count);
    for (const { instance } of theirs) expect(byId.get(instance.id)).toEqual(instance);

    const spec = RunSpec.parse(json(folderOf(suite, name), "run_spec.json"));
    const { max_eval_instances: _limit, ...adapter } = spec.adapter_spec;
    expect(settled.adapterSpec).toEqual({ ...adapter, model: "", model_deployment: "" });
    expect(settled.metricSpecs).toEqual(spec.metric_specs);
    expect(settled.annotators).toEqual(spec.annotators);
    expect(settled.scenarioSpec).toEqual(spec.scenario_spec);
    expect(settled.scenario).toEqual(json(folderOf(suite, name), "scenario.json"));
    expect(settled.groups).toEqual(spec.groups);
  },
);

const guide = (demo: string) => {
  const folder = join(shared ?? "", "guide", demo);
  const read = (name: string) => readFileSync(join(folder, name), "utf8");
  const names = readdirSync(folder);
  return Object.fromEntries(names.map((name) => [name, read(name)]));
};

test.skipIf(shared === undefined)(
  "the guide's exact-match demo gives its prompts, and patient 001 stays 001",
  async () => {
    const files = userFilesOf(guide("exact_match_demo"));
    const run = await configurable.settle({ config_path: "exact_match_demo.yaml" }, files);
    const { instances } = await run.load(noData);
    expect(instances.map((instance) => /Patient ID: (\S+)/.exec(instance.input.text)?.[1])).toEqual(["001", "002"]);
    expect(instances.map((instance) => instance.references.map((reference) => reference.output.text))).toEqual([
      ["Yes", "No"],
      ["No", "Yes"],
    ]);
    expect(run.adapterSpec.max_tokens).toBe(1);
  },
);

test.skipIf(shared === undefined)("the guide's printed CSV, pasted with its last line, names the row", async () => {
  const files = guide("exact_match_demo");
  const csv = `${files["exact_match_demo_dataset.csv"]?.trimEnd()}\n...\n`;
  const run = await configurable.settle(
    { config_path: "exact_match_demo.yaml" },
    userFilesOf({ ...files, "exact_match_demo_dataset.csv": csv }),
  );
  await expect(run.load(noData)).rejects.toThrow('exact_match_demo_dataset.csv, line 4: the row is only "..."');
});

test.skipIf(shared === undefined)(
  "the guide's judge prompt names its rubric tag in prose first, and has object criteria",
  async () => {
    const files = userFilesOf(guide("llm_jury_score_demo"));
    const run = await configurable.settle({ config_path: "llm_jury_score_demo.yaml" }, files);
    const fields = ["score", "explanation"];
    expect(run.annotators?.[0]?.args["annotation_criteria"]).toEqual({
      faithfulness: fields,
      completeness: fields,
      safety: fields,
      clarity: fields,
      conciseness: fields,
    });
    expect((await run.load(noData)).instances.map((instance) => instance.references)).toEqual([[], []]);
  },
);
