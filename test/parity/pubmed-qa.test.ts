import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ScenarioState } from "@medhelm/core/helm/scenario-state";
import { RunSpec } from "@medhelm/core/helm/run-spec";
import pubmedQa from "@medhelm/benchmarks/pubmed-qa/index";
import { dataOf, noUserFiles } from "@medhelm/testing/fixtures/benchmarks/files";
import { expect, test } from "vitest";
import { oracle, shared } from "../shared.ts";
import { specOf, withOwnWords } from "./with-own-words.ts";

const RUN = "benchmark_output/runs/oracle-a/pubmed_qa:model=stub_stub-1,model_deployment=stub_stub-1";
const file = (name: string): unknown => JSON.parse(readFileSync(join(oracle("oracle"), RUN, name), "utf8"));
const load = async () => {
  const run = await pubmedQa.settle({}, noUserFiles);
  const bytes = readFileSync(join(shared ?? "", "datasets/pubmed_qa/ori_pqal.json"));
  return { run, ...(await run.load(dataOf({ "pubmed_qa/ori_pqal.json": bytes }))) };
};

test.skipIf(shared === undefined)("pubmed_qa gives HELM's instances, one for one", async () => {
  const { instances } = await load();
  const byId = new Map(instances.map((instance) => [instance.id, instance]));
  const theirs = ScenarioState.parse(file("scenario_state.json")).request_states.map((state) => state.instance);
  expect(instances).toHaveLength(1000);
  expect(theirs).toHaveLength(100);
  for (const instance of theirs) expect(byId.get(instance.id)).toEqual(instance);
});

test.skipIf(shared === undefined)(
  "pubmed_qa has HELM's run spec except for the instructions, the model and -m",
  async () => {
    const { run } = await load();
    const theirs = RunSpec.parse(file("run_spec.json"));
    expect(specOf(run)).toEqual(withOwnWords(theirs, run));
  },
);

test.skipIf(shared === undefined)("the pinned checksum is that of the real file", async () => {
  const { sources } = await load();
  expect(sources).toEqual([
    {
      label: "pubmed_qa/ori_pqal.json",
      sha256: "8b3276be8942ebbd77f3ddcda12c1749bf0e490045a736fd8438ee40cf37a41d",
    },
  ]);
});
