import { RunSpec } from "@medhelm/core/helm/run-spec";
import { identityOf } from "@medhelm/core/run/identity";
import { dataOf, userFilesOf } from "@medhelm/testing/fixtures/benchmarks/files";
import { expect, test } from "vitest";
import { configurableBenchmark } from "./index.ts";

const configurable = configurableBenchmark({ isTaken: () => false });
const FILES = {
  "b.yaml": "name: B\ndescription: d\nprompt_file: p.txt\ndataset_file: d.csv\nmetrics:\n  - name: exact_match\n",
  "p.txt": "Patient {id}: {note}\nPrint {{this}}. Answer:\n",
  "d.csv": [
    "id,note,secret,correct_answer,incorrect_answers",
    '001,NA,x,Yes,"[""No""]"',
    '002,,y,No,"[""Yes"", ""Maybe""]"',
    '003,"two\nlines é",z,Yes,[]\n',
  ].join("\n"),
};

test("the instances keep their hash, which is part of the run's key", async () => {
  const run = await configurable.settle({ config_path: "b.yaml" }, userFilesOf(FILES));
  const runSpec = RunSpec.parse({
    name: run.name,
    scenario_spec: run.scenarioSpec,
    adapter_spec: run.adapterSpec,
    metric_specs: run.metricSpecs,
  });
  const { instances } = await run.load(dataOf({}));
  const identity = await identityOf({
    runSpec,
    instances: [instances],
    sources: [],
    identityParts: {},
    protocol: undefined,
  });
  expect(identity.parts["instances"]).toBe("f31a43460e7f15ced072c53eff54cb6221e881400a37e082fa1cdf411b82db69");
});
