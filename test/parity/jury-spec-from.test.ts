import { readFileSync } from "node:fs";
import { join } from "node:path";
import { benchmark } from "@medhelm/benchmarks/define";
import demoNotes from "@medhelm/benchmarks/demo-notes/index";
import { jury } from "@medhelm/benchmarks/shared/jury";
import { summarization } from "@medhelm/benchmarks/shared/metric-specs";
import { noUserFiles, userFilesOf } from "@medhelm/testing/fixtures/benchmarks/files";
import { readHelmSpecs } from "@medhelm/service/prompts/helm-specs";
import { ScenarioState } from "@medhelm/core/helm/scenario-state";
import { judgePrompt } from "@medhelm/core/judge/jury";
import { juryReader } from "@medhelm/core/judge/rubric";
import { generation } from "@medhelm/core/run/spec/prompt-specs";
import type { EntryArgs } from "@medhelm/core/run/benchmark";
import { expandEntries } from "@medhelm/core/run/spec/expand";
import { expect, test } from "vitest";
import { z } from "zod";
import { oracle, shared } from "../shared.ts";

/** A judged benchmark of HELM's without data, because the test compares specs only. */
const judged = benchmark({
  card: { ...demoNotes.card, name: "aci_bench" },
  scenario: { className: "helm.benchmark.scenarios.aci_bench_scenario.ACIBenchScenario", tags: [] },
  groups: ["clinical", "aci_bench"],
  instances: () => [],
  prompt: generation({ maxTokens: 768, maxTrainInstances: 0, stopSequences: [] }),
  metrics: summarization("aci_bench"),
  jury: jury({
    className: "helm.benchmark.annotation.aci_bench_annotator.ACIBenchAnnotator",
    name: "aci_bench",
    task: "Rate the note.",
    criteria: { accuracy: "right", completeness: "whole", clarity: "clear" },
  }),
});
const files = userFilesOf({
  "jury.yaml": `judges:
  - {name: "gpt", model: "stub/stub-1", model_deployment: "stub/stub-1"}
  - {name: "llama", model: "stub/stub-2", model_deployment: "stub/stub-2"}
  - {name: "claude", model: "stub/stub-3", model_deployment: "stub/stub-3"}
`,
  "mine.txt": "{QUESTION} {RESPONSE} accuracy, completeness, clarity",
});

const runFolder = () =>
  join(oracle("oracle"), "benchmark_output/runs/oracle-a/aci_bench:model=stub_stub-1,model_deployment=stub_stub-1");
const json = (file: string): unknown => JSON.parse(readFileSync(join(runFolder(), file), "utf8"));

async function plan(args: string) {
  const [planned] = await expandEntries([{ description: `aci_bench:${args}`, label: "test" }], {
    settle: (_, given: EntryArgs) => judged.settle(given, files),
    models: { deploymentOf: (model) => model, modelOf: (name) => name, tags: () => [] },
    maxEvalInstances: 100,
  });
  if (planned === undefined) throw new Error("no plan");
  return planned;
}

test.skipIf(shared === undefined)(
  "without HELM's run the spec differs from HELM's in nothing that the jury decides",
  async () => {
    const { runSpec } = await plan("jury_config_path=jury.yaml,model=stub/stub-1,model_deployment=stub/stub-1");
    const theirs = z
      .object({ metric_specs: z.unknown(), annotators: z.unknown(), groups: z.unknown(), name: z.string() })
      .parse(json("run_spec.json"));
    expect(runSpec.annotators).toEqual(theirs.annotators);
    expect(runSpec.metric_specs).toEqual(theirs.metric_specs);
    expect(runSpec.groups).toEqual(theirs.groups);
    expect(runSpec.name).toBe(theirs.name);
  },
);

test.skipIf(shared === undefined)(
  "--spec-from a HELM run asks its judges character for character under protocol helm",
  async () => {
    const own = await plan("jury_config_path=jury.yaml,model=stub/stub-1,model_deployment=stub/stub-1");
    const { plan: prompted } = await (await readHelmSpecs(runFolder())).apply(own);
    expect(prompted.runSpec.annotators).toEqual(own.runSpec.annotators);
    expect(prompted.benchmark.identityParts["judge prompt"]).not.toBe(own.benchmark.identityParts["judge prompt"]);
    const [spec] = prompted.runSpec.annotators ?? [];
    if (spec === undefined) throw new Error("no jury");
    const read = juryReader(prompted.benchmark.rubrics)(spec);
    const states = ScenarioState.parse(json("scenario_state.json")).request_states;
    expect(states).toHaveLength(100);
    for (const state of states) {
      const asked = z.looseObject({ prompt_text: z.string() }).parse(state.annotations?.["aci_bench"]);
      const answer = state.result?.completions[0]?.text ?? "";
      expect(judgePrompt(read, state, answer, "helm")).toBe(asked.prompt_text);
    }
  },
);

test.skipIf(shared === undefined)("a user's judge prompt replaces HELM's", async () => {
  const own = await plan("jury_prompt_path=mine.txt,model=stub/stub-1,model_deployment=stub/stub-1");
  const { plan: prompted } = await (await readHelmSpecs(runFolder())).apply(own);
  expect(prompted.benchmark.rubrics?.[0]).toMatchObject({
    template: "{QUESTION} {RESPONSE} accuracy, completeness, clarity",
    origin: "custom",
  });
});

test("our own rubric is used without a HELM run", async () => {
  const settled = await judged.settle({}, noUserFiles);
  expect(settled.rubrics?.[0]?.origin).toBe("own");
});
