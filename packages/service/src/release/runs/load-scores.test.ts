import type { FindMetric } from "@medhelm/core/metrics/metric";
import { coreMetrics } from "@medhelm/core/metrics/registry";
import { stat } from "@medhelm/core/helm/stat";
import { keys } from "@medhelm/core/store/object-keys";
import { putJson } from "@medhelm/core/store/objects";
import type { ObjectStore } from "@medhelm/core/ports";
import { sha256Hex } from "@medhelm/core/store/canonical";
import { runFileKeys } from "@medhelm/core/store/run-files";
import type { Access } from "@medhelm/core/run/profile";
import { Scores } from "@medhelm/core/release/runs/scores";
import type { LoadedRun } from "@medhelm/core/release/runs/loaded-run";
import { CARD } from "@medhelm/testing/fixtures/api";
import { fixture, putRun } from "@medhelm/testing/fixtures/release";
import { expect, test } from "vitest";
import { loadScores } from "./load-scores.ts";
import { loadSuite } from "./load-suite.ts";

const metric = { name: "exact_match", split: "test" };
const named = (name: string, split = "test") => ({ name, split });
const STATS = "runs/s/quiz:model=m_a/per_instance_stats.json";
const STATES = "runs/s/quiz:model=m_a/scenario_state.json";

async function loaded(objects: ObjectStore): Promise<LoadedRun> {
  const [run] = (await loadSuite(objects, "s", "helm")).runs;
  if (run === undefined) throw new Error("no run");
  return run;
}

/** A run as HELM writes it, with these per-instance stats. */
async function helmRun(records: unknown) {
  const ports = fixture();
  await putRun(ports.objects, { suite: "s", model: "m/a", score: 0.5 });
  await putJson(ports.objects, STATS, records);
  return { ports, run: await loaded(ports.objects) };
}

const record = (id: string, score: number, more: object = {}) => ({
  instance_id: id,
  train_trial_index: 0,
  stats: [stat(named("exact_match"), score)],
  ...more,
});

test("the scores of HELM's run come from its per-instance stats, and the input's hash from its instances", async () => {
  const { ports, run } = await helmRun([record("id0", 1), record("id1", 0)]);
  const found = await loadScores(ports, run, metric);
  expect(found).toMatchObject({
    kind: "scores",
    scores: {
      run: "quiz:model=m_a",
      benchmark: "quiz",
      metrics: [{ name: "exact_match", profile: "helm", main: true }],
      rows: [
        { id: "id0", trial: 0, values: [1], inputSha256: "fd40e7f1a4ad45fa" },
        { id: "id1", trial: 0, values: [0] },
      ],
    },
  });
});

const QUESTION = {
  input: { text: "Q?" },
  split: "test",
  references: [
    { output: { text: "yes" }, tags: ["correct"] },
    { output: { text: "no" }, tags: [] },
  ],
};
const reply = (id: string, text: string, more: object = {}) => ({
  instance: { ...QUESTION, id },
  train_trial_index: 0,
  output_mapping: { A: "yes", B: "no" },
  request: { model: "m/a", model_deployment: "m/a", prompt: "Q?" },
  result: { success: true, embedding: [], completions: [{ text, logprob: 0, tokens: [] }], cached: false },
  num_train_instances: 0,
  prompt_truncated: false,
  ...more,
});

const metrics: FindMetric = async (name) => coreMetrics(name);

/** A run of HELM's with these requests and parts of the run spec. */
async function helmRequests(states: readonly unknown[], spec: object) {
  const { ports, run } = await helmRun([record("id0", 1), record("id1", 0)]);
  const { runSpec } = run;
  await putJson(ports.objects, STATES, { adapter_spec: runSpec.adapter_spec, request_states: states });
  await putJson(ports.objects, keys.runFile("s", run.folder, "run_spec.json"), { ...runSpec, ...spec });
  return { ports: { ...ports, metrics }, run: await loaded(ports.objects) };
}

const EXACT = {
  metric_specs: [
    { class_name: "helm.benchmark.metrics.basic_metrics.BasicGenerationMetric", args: { names: ["exact_match"] } },
  ],
};

test.each([
  ["public", CARD, [{ gold: "yes", given: "yes" }, { gold: "yes" }]],
  ["local", undefined, [{}, {}]],
] as const)("closed answers of a %s run that HELM made have their labels: %o", async (_access, card, labels) => {
  const cards = () => card;
  const { ports, run } = await helmRequests([reply("id0", "The answer is A."), reply("id1", "I do not know")], EXACT);
  const found = await loadScores({ ...ports, cards }, run, metric, { withLabels: true });
  expect(found.kind === "scores" && found.scores.rows.map(({ gold, given }) => ({ gold, given }))).toEqual(labels);
});

const scored = (score: number | string) => ({ accuracy: { score, explanation: "" } });

test("what a release remembered without labels is read again for them, and serves a release afterwards", async () => {
  const { ports, run } = await helmRequests([reply("id0", "A")], EXACT);
  const open = { ...ports, cards: () => CARD };
  const givenOf = async (withLabels: boolean) => {
    const found = await loadScores(open, run, metric, { withLabels });
    return found.kind === "scores" ? found.scores.rows[0]?.given : "none";
  };
  expect([await givenOf(false), await givenOf(true), await givenOf(false)]).toEqual([undefined, "yes", "yes"]);
});

test("for labels only the requests are read again, and the counts stay remembered", async () => {
  const { ports, run } = await helmRequests([reply("id0", "A")], EXACT);
  await loadScores({ ...ports, cards: () => CARD }, run, metric);
  const streamed: string[] = [];
  const stream: ObjectStore["stream"] = (key) => (streamed.push(key), ports.objects.stream(key));
  const open = { ...ports, objects: { ...ports.objects, stream }, cards: () => CARD };
  await loadScores(open, run, metric, { withLabels: true });
  await loadScores(open, run, metric, { withLabels: true });
  expect(streamed).toEqual([STATES]);
  const counts = await ports.objects.get(keys.rememberedCounts("s", run.folder));
  expect(JSON.parse(new TextDecoder().decode(counts?.body))).toMatchObject({ counts: { helm: 2 } });
});

test("a run that HELM made with a jury has the scores of each judge and criterion", async () => {
  const annotations = { quiz: { prompt_text: "P", gpt: scored("4"), llama: scored(2) } };
  const model = { model_name: "m", model_deployment: "m" };
  const { ports, run } = await helmRequests(
    [reply("id0", "A", { annotations }), reply("id1", "", { annotations: { quiz: { prompt_text: null } } })],
    { annotators: [{ class_name: "LLMAsJuryAnnotator", args: { annotator_models: { gpt: model, llama: model } } }] },
  );
  expect(await loadScores(ports, run, metric)).toMatchObject({
    scores: {
      judges: { names: ["gpt", "llama"], criteria: ["accuracy"] },
      rows: [{ id: "id0", judges: [[4], [2]] }, { id: "id1" }],
    },
  });
});

test("metrics that this build refuses leave the scores of HELM's run as they are", async () => {
  const { ports, run } = await helmRequests([reply("id0", "A")], {
    metric_specs: [{ ...EXACT.metric_specs[0], args: {} }],
  });
  const found = await loadScores({ ...ports, cards: () => CARD }, run, metric, { withLabels: true });
  expect(found.kind === "scores" && found.scores.rows.map(({ values }) => values)).toEqual([[1], [0]]);
});

test("a perturbed copy and another split give no row, and an instance without the metric has no value", async () => {
  const { ports, run } = await helmRun([
    record("id0", 1),
    record("id0", 0, { perturbation: { name: "typo", robustness: true, fairness: false } }),
    record("id1", 1, { stats: [stat(named("exact_match", "train"), 1)] }),
    record("id2", 1, { stats: [stat(named("num_bytes"), 7)] }),
  ]);
  const found = await loadScores(ports, run, metric);
  expect(found.kind === "scores" && found.scores.rows.map(({ id, values }) => [id, values[0]])).toEqual([
    ["id0", 1],
    ["id2", null],
  ]);
});

test("a score that is Infinity leaves the other scores of the file readable", async () => {
  const { ports, run } = await helmRun([record("id0", 1)]);
  const text = JSON.stringify([record("id0", 7), record("id1", 1)]).replaceAll("7", "Infinity");
  await ports.objects.put(STATS, text);
  const found = await loadScores(ports, run, metric);
  expect(found.kind === "scores" && found.scores.rows.map(({ values }) => values)).toEqual([[null], [1]]);
});

test("a run whose quasi_exact_match is missing has the values of exact_match, as HELM's tables", async () => {
  const { ports, run } = await helmRun([record("id0", 1)]);
  const found = await loadScores(ports, run, { ...metric, name: "quasi_exact_match" });
  expect(found.kind === "scores" && found.scores.rows[0]?.values).toEqual([1]);
});

test("the scores of a profile that only some instances have are null for the others", async () => {
  const { ports, run } = await helmRun([record("id0", 1), record("id1", 0)]);
  await putJson(ports.objects, STATS.replace("per_", "corrected/per_"), [record("id1", 0.5), record("id2", 1)]);
  const found = await loadScores(ports, run, metric);
  expect(found.kind === "scores" && found.scores.rows.map(({ values }) => values)).toEqual([
    [1, null],
    [0, 0.5],
    [null, 1],
  ]);
});

test("the large files of a run are read once until they change", async () => {
  const { ports, run } = await helmRun([record("id0", 1)]);
  const streamed: string[] = [];
  const stream: ObjectStore["stream"] = (key) => (streamed.push(key), ports.objects.stream(key));
  const reading = { ...ports, objects: { ...ports.objects, stream } };
  await loadScores(reading, run, metric);
  await loadScores(reading, run, metric);
  expect(streamed).toEqual([STATS, STATES]);
  await putJson(ports.objects, STATS, [record("id0", 0)]);
  const changed = await loadScores(reading, run, metric);
  expect(changed.kind === "scores" && changed.scores.rows[0]?.values).toEqual([0]);
});

test("a folder that must not change is only read", async () => {
  const { ports, run } = await helmRun([record("id0", 1)]);
  await loadScores(ports, run, metric, { remembers: false });
  expect(await ports.objects.head(keys.rememberedScores("s", "quiz:model=m_a"))).toBeUndefined();
});

test.each([
  ["cut", "[{", "its per_instance_stats.json is damaged"],
  ["of another layout", "[1]", "its per_instance_stats.json has another layout"],
])("per-instance stats that are %s give a reason and the file's key", async (_how, text, reason) => {
  const { ports, run } = await helmRun([]);
  await ports.objects.put(STATS, text);
  expect(await loadScores(ports, run, metric)).toEqual({ kind: "none", reason, file: STATS });
});

const SCORES: Scores = {
  formatVersion: 1,
  suite: "s",
  run: "quiz:model=m_a",
  benchmark: "quiz",
  model: "m/a",
  modelDeployment: "m/a",
  split: "test",
  metrics: [{ name: "exact_match", profile: "helm", main: true }],
  rows: [{ id: "id0", trial: 0, inputSha256: "0123456789abcdef", values: [0.25] }],
};

/** A sealed run with this scores.json, and its key. */
async function sealedRun(scores: Scores, access: Access = "public") {
  const ports = fixture();
  await putRun(ports.objects, { suite: "s", model: "m/a", score: 0.5, access, generation: 1 });
  const text = JSON.stringify(scores);
  const run = { ...(await loaded(ports.objects)), scoresSha256: sha256Hex(text) };
  const key = runFileKeys(run.suite, run.folder, run.manifest)("scores.json");
  await ports.objects.put(key, text);
  return { ports, run, key };
}

test("a sealed run has the scores of its scores.json", async () => {
  const { ports, run } = await sealedRun(SCORES);
  expect(await loadScores(ports, run, metric)).toEqual({ kind: "scores", scores: SCORES });
});

test.each([
  ["public", { gold: "yes", given: "no" }],
  ["gated", {}],
  ["private", {}],
] as const)("a %s run's labels in a release: %o", async (access, labels) => {
  const [row] = SCORES.rows;
  const labelled = { ...SCORES, labels: ["yes", "no"], rows: [{ ...row, gold: "yes", given: "no" }] };
  const { ports, run } = await sealedRun(Scores.parse(labelled), access);
  const found = await loadScores(ports, run, metric);
  expect(found.kind === "scores" && found.scores.rows).toEqual([{ ...row, ...labels }]);
});

test("an older scores.json gets the hash of the inputs from the instances", async () => {
  const { ports, run } = await sealedRun({ ...SCORES, rows: [{ id: "id0", trial: 0, values: [0.25] }] });
  const found = await loadScores(ports, run, metric);
  expect(found.kind === "scores" && found.scores.rows).toEqual([
    { id: "id0", trial: 0, inputSha256: "fd40e7f1a4ad45fa", values: [0.25] },
  ]);
});

test("a release that shows another metric than the run's own reads the per-instance stats", async () => {
  const { ports, run } = await sealedRun({ ...SCORES, metrics: [{ name: "f1", profile: "helm", main: true }] });
  const found = await loadScores(ports, run, metric);
  expect(found.kind === "scores" && found.scores.rows[0]?.values).toEqual([0.5]);
});

test.each([
  ["that is missing", undefined, "its scores.json is missing"],
  ["with other bytes than the manifest says", "{}", "its scores.json differs from its manifest"],
])("a sealed scores.json %s gives a reason and the file's key", async (_how, text, reason) => {
  const { ports, run, key } = await sealedRun(SCORES);
  await (text === undefined ? ports.objects.delete(key) : ports.objects.put(key, text));
  expect(await loadScores(ports, run, metric)).toEqual({ kind: "none", reason, file: key });
});

test("a run without per-instance stats gives a reason", async () => {
  const { ports, run } = await helmRun([]);
  await ports.objects.delete(STATS);
  expect(await loadScores(ports, run, metric)).toEqual({
    kind: "none",
    reason: "it has no per_instance_stats.json",
    file: STATS,
  });
});
