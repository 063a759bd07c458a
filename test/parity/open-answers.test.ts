import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { findBenchmark } from "@medhelm/benchmarks/registry";
import { dataOf, noUserFiles, userFilesOf } from "@medhelm/testing/fixtures/benchmarks/files";
import { RunSpec, Scenario } from "@medhelm/core/helm/run-spec";
import { ScenarioState } from "@medhelm/core/helm/scenario-state";
import { buildRequestStates } from "@medhelm/core/run/requests/build-requests";
import { selectInstances } from "@medhelm/core/run/requests/sample";
import { codePointWindow } from "@medhelm/core/run/requests/window";
import { expect, test } from "vitest";
import { z } from "zod";
import { oracle, shared, whyNoShared } from "../shared.ts";
import { specOf, withOwnWords } from "./with-own-words.ts";

interface Theirs {
  readonly label: string;
  readonly archive: "oracle" | "oracle-d";
  readonly folder: string;
}
const found = shared === undefined ? whyNoShared : "found";

/** HELM's runs of the public benchmarks with open answers. */
function theirRuns(): Theirs[] {
  if (shared === undefined) return [];
  const suites = [
    ["oracle", "oracle-a"],
    ["oracle-d", "oracle-d"],
  ] as const;
  return suites.flatMap(([archive, suite]) => {
    const folder = join(oracle(archive), "benchmark_output/runs", suite);
    const names = readdirSync(folder).filter((name) => /^(aci_bench|mtsamples_\w+|med_dialog)[:,]/.test(name));
    return names.map((name) => ({ label: `${suite}/${name}`, archive, folder: join(folder, name) }));
  });
}
const runs = theirRuns();

/** All files of a folder, by their path in a mirror. */
function filesBelow(root: string, folder: string): [string, Uint8Array][] {
  const names = readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).toSorted();
  return names
    .filter((name) => statSync(join(root, folder, name)).isFile())
    .map((name) => [`${folder}/${name}`, readFileSync(join(root, folder, name))]);
}
const datasets = (folder: string) => Object.fromEntries(filesBelow(join(shared ?? "", "datasets"), folder));
const invented = () => Object.fromEntries(filesBelow(join(oracle("oracle-d"), "data/helm_scenarios"), "med_dialog"));

const Args = z.record(z.string(), z.union([z.string(), z.number()]));

test.skipIf(shared === undefined)("HELM ran three of these benchmarks, med_dialog in both subsets", () => {
  expect(runs.map(({ label }) => label.split(":")[0])).toEqual([
    ...Array.from({ length: 3 }, () => "oracle-a/aci_bench"),
    ...Array.from({ length: 2 }, () => "oracle-a/mtsamples_procedures"),
    ...Array.from({ length: 2 }, () => "oracle-d/med_dialog,subset=healthcaremagic"),
    ...Array.from({ length: 2 }, () => "oracle-d/med_dialog,subset=icliniq"),
  ]);
});

test.skipIf(shared === undefined).for(runs)(
  `$label: instances, requests and the run spec are HELM's (${found})`,
  async ({ archive, folder }) => {
    const read = (file: string): unknown => JSON.parse(readFileSync(join(folder, file), "utf8"));
    const theirs = RunSpec.parse(read("run_spec.json"));
    const states = ScenarioState.parse(read("scenario_state.json")).request_states;
    const group = theirs.groups.at(-1) ?? "";
    const run = await (await findBenchmark(group)).settle(
      { ...Args.parse(theirs.scenario_spec.args), jury_config_path: "jury.yaml" },
      userFilesOf({ "jury.yaml": readFileSync(join(oracle(archive), "jury.yaml"), "utf8") }),
    );
    const { instances } = await run.load(dataOf(archive === "oracle" ? datasets(group) : invented()));

    // with HELM's adapter, as under --spec-from: the sampled instances in their order, and the requests to the model
    const selected = selectInstances(instances, theirs.adapter_spec);
    const ours = [...buildRequestStates(theirs.adapter_spec, selected, codePointWindow(128_000))];
    expect(ours).toEqual(states.map(({ result: _result, annotations: _annotations, ...asked }) => asked));

    expect(specOf(run)).toEqual(withOwnWords(theirs, run));
    expect(`${run.name}:model=`).toBe(theirs.name.slice(0, theirs.name.indexOf("model=") + "model=".length));
    const scenario = Scenario.parse(read("scenario.json"));
    expect({ ...run.scenario, description: "" }).toEqual({ ...scenario, description: "" });
  },
);

test.skipIf(shared === undefined).each([
  ["aci_bench", 187, "train", "id0"],
  ["mtsamples_procedures", 128, "test", "id0"],
  ["mtsamples_replicate", 427, "test", "id0"],
  ["medication_qa", 689, "test", "id0"],
])(`%s: %i instances of the real data, as the published runs have (${found})`, async (name, size, split, id) => {
  const run = await (await findBenchmark(name)).settle({}, noUserFiles);
  const { instances } = await run.load(dataOf(datasets(name)));
  expect(instances).toHaveLength(size);
  expect(instances[0]).toMatchObject({ split, id });
  for (const { input, references } of instances) {
    expect(input.text).not.toBe("");
    expect(references.map(({ output, tags }) => [output.text === "", tags])).toEqual([[false, ["correct"]]]);
  }
});
