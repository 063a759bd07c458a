import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findBenchmark } from "@medhelm/benchmarks/registry";
import { dataOf, noUserFiles } from "@medhelm/testing/fixtures/benchmarks/files";
import { expandEntries } from "@medhelm/core/run/expand";
import { afterAll, expect, test } from "vitest";
import { readHelmSpecs } from "./helm-specs.ts";

const dir = mkdtempSync(join(tmpdir(), "medhelm-specs-"));
afterAll(() => rmSync(dir, { recursive: true }));

async function plan() {
  const [planned] = await expandEntries([{ description: "chw_care_plan:model=stub/a", label: "test" }], {
    settle: async (name, args) => (await findBenchmark(name)).settle(args, noUserFiles),
    models: { deploymentOf: (model) => model, modelOf: (name) => name, tags: () => [] },
  });
  if (planned === undefined) throw new Error("no plan");
  return planned;
}

/** A HELM run of one instance with this text, or without a scenario_state.json. */
async function helmRun(text?: string) {
  const own = await plan();
  rmSync(join(dir, "scenario_state.json"), { force: true });
  writeFileSync(join(dir, "run_spec.json"), JSON.stringify(own.runSpec));
  const instance = { input: { text: text ?? "" }, references: [] };
  const request = { model: "stub/a", model_deployment: "stub/a", prompt: "" };
  const state = { instance, request, train_trial_index: 0, num_train_instances: 0, prompt_truncated: false };
  if (text !== undefined) writeFileSync(join(dir, "scenario_state.json"), JSON.stringify({ request_states: [state] }));
  return { own, apply: (await readHelmSpecs(dir)).apply };
}
const data = dataOf({ "chw_care_plan/CHW_Dataset.csv": "MO Note\ncough\n" });

test("sentences in the instances come from the HELM run, which changes the identity of the run", async () => {
  const { own, apply } = await helmRun("Please extract.\n\nClinical Note:\nfever\n");
  const { benchmark } = (await apply(own)).plan;
  expect((await benchmark.load(data)).instances[0]?.input.text).toBe("Please extract.\n\nClinical Note:\ncough\n");
  expect(benchmark.identityParts["instance wording"]).not.toBe(own.benchmark.identityParts["instance wording"]);
  expect(benchmark.identityParts["judge prompt"]).toBe(own.benchmark.identityParts["judge prompt"]);
});

test("a HELM run without instances, or with instances of another layout, is named", async () => {
  const other = await helmRun("Please extract: fever");
  await expect(other.apply(other.own)).rejects.toThrow(
    `--spec-from: the instances in ${dir} do not have the layout of HELM's chw_care_plan`,
  );
  const none = await helmRun();
  await expect(none.apply(none.own)).rejects.toThrow(`--spec-from: there is no scenario_state.json in ${dir}`);
});
