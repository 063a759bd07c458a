import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findBenchmark } from "@medhelm/benchmarks/registry";
import { dataOf, noUserFiles } from "@medhelm/testing/fixtures/benchmarks/files";
import { expandEntries } from "@medhelm/core/run/spec/expand";
import { planWording } from "@medhelm/core/run/spec/wording";
import { afterAll, expect, test } from "vitest";
import { readHelmSpecs } from "./helm-specs.ts";

const dir = mkdtempSync(join(tmpdir(), "medhelm-specs-"));
afterAll(() => rmSync(dir, { recursive: true }));

async function plan(description = "chw_care_plan:model=stub/a") {
  const [planned] = await expandEntries([{ description, label: "test" }], {
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

const HELM_TEXT = "Please extract.\n\nClinical Note:\nfever\n";

test("the prompts of a finished HELM run are HELM's, and those of a dry run are custom", async () => {
  const { own, apply } = await helmRun(HELM_TEXT);
  expect((await apply(own)).prompts).toMatch(/^custom [0-9a-f]{64}$/);
  writeFileSync(join(dir, "stats.json"), "[]");
  const finished = await readHelmSpecs(dir);
  expect((await finished.apply(own)).prompts).toMatch(/^helm [0-9a-f]{64}$/);
});

test("the prompts of a run that this program made keep the origin in its manifest", async () => {
  const { own } = await helmRun(HELM_TEXT);
  writeFileSync(join(dir, "manifest.json"), JSON.stringify({ prompts: "own 1" }));
  const specs = await readHelmSpecs(dir);
  expect((await specs.apply(own)).prompts).toBe("own 1");
  rmSync(join(dir, "manifest.json"));
});

test.each([
  ["pubmed_qa:model=stub/a", undefined, /^own 1$/],
  ["pubmed_qa:model=stub/a,instructions=expert", undefined, /^custom [0-9a-f]{64}$/],
  ["pubmed_qa:model=stub/a,max_train_instances=0", undefined, /^own 1$/],
  ["pubmed_qa:model=stub/a", "helm 1", /^helm 1$/],
  ["pubmed_qa:model=stub/a,instructions=expert", "helm 1", /^helm 1$/],
  ["pubmed_qa:model=stub/a,instructions=none", "helm 1", /^custom [0-9a-f]{64}$/],
] as const)("the prompts of %s on %s are recorded as %s", async (description, prompts, recorded) => {
  expect(planWording(await plan(description), prompts).prompts).toMatch(recorded);
});
