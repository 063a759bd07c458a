import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { CORRECT_TAG, type Instance } from "@medhelm/core/helm/instance";
import { PerInstanceStats, Stat } from "@medhelm/core/helm/stats";
import type { AdapterSpec } from "@medhelm/core/helm/run-spec";
import { ScenarioState } from "@medhelm/core/helm/scenario-state";
import type { ObjectStore } from "@medhelm/core/ports";
import { Page } from "@medhelm/core/release/pages/page";
import { Scores } from "@medhelm/core/release/runs/scores";
import { chat, multipleChoiceJoint } from "@medhelm/core/run/spec/prompt-specs";
import { benchmarkRun } from "@medhelm/testing/fixtures/benchmark-run";
import type { Price } from "@medhelm/core/models/deployment";
import { expandEntries, type RunPlan } from "@medhelm/core/run/spec/expand";
import { expect, test } from "vitest";
import { z } from "zod";
import type { WorkerPorts } from "./ports.ts";
import { runToSeal, workerPorts, workRequest, readRunFile } from "@medhelm/testing/fixtures/work";

const EXACT_MATCH = {
  class_name: "helm.benchmark.metrics.basic_metrics.BasicGenerationMetric",
  args: { names: ["exact_match"] },
};

const instance = (id: string, split: string, text: string, right: "Yes" | "No"): Instance => ({
  input: { text },
  references: ["Yes", "No"].map((option) => ({
    output: { text: option },
    tags: option === right ? [CORRECT_TAG] : [],
  })),
  split,
  id,
});
const quiz = [
  ...["Fever?", "Cough?", "Pain?", "Rash?"].map((text, i) => instance(`t${i}`, "train", text, i < 2 ? "Yes" : "No")),
  instance("e0", "test", "Is WATER wet?", "Yes"),
  instance("e1", "test", "is it not so?", "No"),
];
const wording = { inputNoun: "Question", outputNoun: "Answer", maxTrainInstances: 2, numOutputs: 1 };

async function planOf(args: string, adapterSpec: AdapterSpec, instances = quiz): Promise<RunPlan> {
  const benchmark = benchmarkRun("quiz", {
    scenarioSpec: { class_name: "Quiz", args: {} },
    adapterSpec,
    metricSpecs: [EXACT_MATCH],
    load: async () => ({ instances, sources: [] }),
  });
  const [first] = await expandEntries([{ description: `quiz:model=baseline/first-option${args}`, label: "test" }], {
    settle: async () => benchmark,
    models: { deploymentOf: (model) => model, modelOf: (name) => name, tags: () => [] },
  });
  if (first === undefined) throw new Error("no plan");
  return first;
}

/** Runs a plan and returns the files of the sealed run. */
async function folderOf(plan: RunPlan, change: (ports: WorkerPorts) => WorkerPorts = (ports) => ports) {
  const objects: ObjectStore = memoryStore();
  const manifest = await runToSeal(change(workerPorts(objects, { answered: [] })), workRequest(plan));
  const read = async <T>(file: string, schema: z.ZodType<T>): Promise<T> => {
    const value = await readRunFile(objects, plan.runSpec.name, file, schema);
    if (value === undefined) throw new Error(`no ${file}`);
    return value;
  };
  return {
    manifest,
    state: await read("scenario_state.json", ScenarioState),
    stats: await read("stats.json", z.array(Stat)),
    perInstance: await read("per_instance_stats.json", z.array(PerInstanceStats)),
    scores: await read("scores.json", Scores),
    page: await read("pages/1.json", Page),
  };
}

const exactMatch = (stats: readonly Stat[]) => stats.filter(({ name }) => name.name === "exact_match");

test("two train trials draw different examples; stats count the trials, and scores and pages show each one", async () => {
  const run = await folderOf(await planOf(",num_train_trials=2", multipleChoiceJoint(wording)));
  const states = run.state.request_states;
  expect(states.map((one) => [one.instance.id, one.train_trial_index, one.num_train_instances])).toEqual([
    ["e0", 0, 2],
    ["e1", 0, 2],
    ["e0", 1, 2],
    ["e1", 1, 2],
  ]);
  const examples = states.map(({ request }) =>
    [...request.prompt.matchAll(/(\w+)\?/g)].map((match) => match[1]).slice(0, 2),
  );
  expect(examples[0]).toEqual(examples[1]);
  expect(examples[0]).not.toEqual(examples[2]);
  const [main] = exactMatch(run.stats);
  // Each trial gives one value, its mean. The answer is always "A", which is right for one of two instances.
  expect([main?.count, main?.sum, main?.mean]).toEqual([2, 1, 0.5]);
  expect(run.scores.rows.map(({ id, trial, values }) => [id, trial, values[0]])).toEqual([
    ["e0", 0, 1],
    ["e1", 0, 0],
    ["e0", 1, 1],
    ["e1", 1, 0],
  ]);
  expect(run.page.instances.map(({ id, trial, stats }) => [id, trial, stats["exact_match"]])).toEqual([
    ["e0", 0, 1],
    ["e1", 0, 0],
    ["e0", 1, 1],
    ["e1", 1, 0],
  ]);
  expect(run.manifest?.coverage).toMatchObject({ instances: 2, requests: 4, answered: 4 });
});

test("perturbed copies follow their originals, and stats have separate values for original, perturbed and worst", async () => {
  const run = await folderOf(
    await planOf(",max_train_instances=0,data_augmentation=lower", multipleChoiceJoint(wording)),
  );
  const states = run.state.request_states;
  expect(
    states.map(({ instance: { id, perturbation }, request }) => [
      id,
      perturbation?.name,
      request.prompt.split("\n")[0],
    ]),
  ).toEqual([
    ["e0", undefined, "Question: Is WATER wet?"],
    ["e0", "lowercase", "Question: is water wet?"],
    ["e1", undefined, "Question: is it not so?"], // the text is lower case already, so it has no copy
  ]);
  const found = exactMatch(run.stats).map(({ name: { perturbation: p }, mean }) => [p?.name, p?.computed_on, mean]);
  expect(found).toEqual([
    [undefined, undefined, 0.5],
    ["lowercase", "perturbed", 1],
    ["robustness", "worst", 0.5],
    ["fairness", "worst", 0.5],
    ["lowercase", "original", 1],
    ["lowercase", "worst", 1],
  ]);
  expect(run.scores.rows.map(({ id }) => id)).toEqual(["e0", "e1"]);
  expect(run.page.instances.map(({ id, perturbation }) => [id, perturbation])).toEqual([
    ["e0", undefined],
    ["e0", "lowercase"],
    ["e1", undefined],
  ]);
  expect(run.manifest?.coverage).toMatchObject({ instances: 2, requests: 3 });
});

test("the worker sends a conversation unchanged, and its page shows every turn", async () => {
  const messages = [
    { role: "user", content: "I cough." },
    { role: "assistant", content: "Since when?" },
    { role: "user", content: "Monday." },
  ];
  const talk: Instance = { input: { text: "", messages }, references: [], split: "test", id: "c0" };
  const run = await folderOf(await planOf("", chat({ maxTokens: 5 }), [talk]));
  const [state] = run.state.request_states;
  expect([state?.request.prompt, state?.request.messages, state?.num_train_instances]).toEqual(["", messages, 0]);
  expect(run.page.instances[0]?.prompt).toBe("user: I cough.\n\nassistant: Since when?\n\nuser: Monday.");
});

/** A provider that reports 10 tokens for each prompt and 2 for each answer. */
const counting = (ports: WorkerPorts, price?: Price): WorkerPorts => ({
  ...ports,
  async open(...use) {
    const opening = await ports.open(...use);
    return {
      async identify() {
        const opened = await opening.identify();
        return {
          ...opened,
          ...(price === undefined ? {} : { price }),
          async ask(request, options) {
            const outcome = await opened.ask(request, options);
            return outcome.kind === "answer"
              ? { ...outcome, usage: { promptTokens: 10, completionTokens: 2 } }
              : outcome;
          },
        };
      },
    };
  },
});

test("the manifest has tokens if the provider counts them, and their cost if the deployment has a price", async () => {
  const plan = await planOf(",max_train_instances=0", multipleChoiceJoint(wording));
  const manifestOf = async (change?: (ports: WorkerPorts) => WorkerPorts) => (await folderOf(plan, change)).manifest;
  const silent = await manifestOf();
  expect([silent?.tokens, silent?.costUsd]).toEqual([undefined, undefined]);
  const counted = await manifestOf((ports) => counting(ports));
  expect([counted?.tokens, counted?.costUsd]).toEqual([{ prompt: 20, completion: 4 }, undefined]);
  const price = { inputUsdPerMillion: 100_000, outputUsdPerMillion: 250_000 };
  expect((await manifestOf((ports) => counting(ports, price)))?.costUsd).toBe(3);
  const dated = await manifestOf((ports) => counting(ports, { ...price, asOf: "2026-07-02" }));
  expect([dated?.costUsd, dated?.priceAsOf]).toEqual([3, "2026-07-02"]);
});
