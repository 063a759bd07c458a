import { expect, test } from "vitest";
import { AdapterSpec, type ObjectSpec, RunSpec } from "../helm/run-spec.ts";
import { RequestState } from "../helm/scenario-state.ts";
import type { Stat } from "../helm/stats.ts";
import { type Metric, metricRegistry } from "../metrics/metric.ts";
import { coreMetrics } from "../metrics/registry.ts";
import type { Profile } from "../run/profile.ts";
import { type ScoredRun, scoreRun } from "@medhelm/testing/score-run";
import { countCharacters, runScorer } from "./score.ts";

const basic = (...names: string[]): ObjectSpec => ({
  class_name: "helm.benchmark.metrics.basic_metrics.BasicGenerationMetric",
  args: { names },
});
const perSplit = { class_name: "helm.benchmark.metrics.basic_metrics.InstancesPerSplitMetric", args: {} };

interface Case {
  readonly id?: string;
  readonly reply?: string;
  readonly success?: boolean;
  readonly error?: string;
  readonly trial?: number;
  readonly perturbation?: unknown;
  readonly output_mapping?: Record<string, string>;
  readonly annotations?: unknown;
  readonly logprob?: number;
}

function state({ id = "id0", reply = "yes", success = true, trial = 0, logprob = 0, ...rest }: Case): RequestState {
  const { perturbation, output_mapping, annotations, error } = rest;
  const tokens = logprob === 0 ? [] : [{ text: reply, logprob }];
  return RequestState.parse({
    instance: {
      input: { text: "q" },
      references: [
        { output: { text: "yes" }, tags: ["correct"] },
        { output: { text: "no" }, tags: [] },
      ],
      split: "test",
      id,
      perturbation,
    },
    train_trial_index: trial,
    output_mapping,
    request: { model_deployment: "d", model: "m", prompt: "four" },
    result: { success, embedding: [], completions: [{ text: reply, logprob, tokens }], cached: false, error },
    num_train_instances: 0,
    prompt_truncated: false,
    annotations,
  });
}

function runSpecOf(metric_specs: ObjectSpec[]): RunSpec {
  const adapter_spec = AdapterSpec.parse({ num_outputs: 1 });
  return RunSpec.parse({ name: "r", scenario_spec: { class_name: "S" }, adapter_spec, metric_specs });
}

const score = (specs: ObjectSpec[], states: RequestState[], profile: Profile = "helm"): Promise<ScoredRun> =>
  scoreRun({ runSpec: runSpecOf(specs), states: () => states, profile, metrics: coreMetrics });

const find = ({ stats }: ScoredRun, name: string, perturbation?: string): Stat | undefined =>
  stats.find((one) => one.name.name === name && one.name.perturbation?.name === perturbation);

test("a run's stat has one value for each trial, its mean", async () => {
  const run = await score(
    [basic("exact_match")],
    [state({}), state({ id: "id1", reply: "no" }), state({ trial: 1 }), state({ id: "id1", trial: 1 })],
  );
  expect(find(run, "exact_match")).toMatchObject({ count: 2, sum: 1.5, min: 0.5, max: 1, mean: 0.75 });
  expect(run.perInstance.map((one) => [one.train_trial_index, one.instance_id])).toEqual([
    [0, "id0"],
    [0, "id1"],
    [1, "id0"],
    [1, "id1"],
  ]);
});

test("the worst of an instance and its perturbed copies counts for robustness, fairness and each perturbation", async () => {
  const typo = { name: "typo", robustness: true, fairness: false, computed_on: "perturbed" };
  const run = await score([basic("exact_match")], [state({}), state({ reply: "no", perturbation: typo })]);
  const ours = run.stats
    .filter(({ name }) => name.name === "exact_match")
    .map(({ name, mean }) => [name.perturbation?.name, name.perturbation?.computed_on, mean]);
  expect(ours).toEqual([
    [undefined, undefined, 1],
    ["typo", "perturbed", 0],
    ["robustness", "worst", 0],
    ["fairness", "worst", 1],
    ["typo", "original", 1],
    ["typo", "worst", 0],
  ]);
});

test("num_instances counts an instance once", async () => {
  const run = await score([perSplit], [state({}), state({}), state({ id: "id1" })]);
  expect(run.stats).toMatchObject([{ name: { name: "num_instances", split: "test" }, mean: 2 }]);
  expect(run.perInstance).toEqual([]);
});

test("a missing metric is named with its reason, and the rest is scored", async () => {
  const run = await score([basic("wer_score", "exact_match"), { class_name: "a.b.New", args: {} }], [state({})]);
  expect(run.absent).toEqual({ wer_score: "this metric is not built yet", New: "this metric is not built yet" });
  expect(find(run, "exact_match")?.mean).toBe(1);
});

test("metrics behind an output processor see the processed text", async () => {
  const processor = "helm.benchmark.metrics.output_processors.remove_deepseek_r1_thinking";
  const class_name = "helm.benchmark.metrics.output_processing_metric.OutputProcessingMetric";
  const args = { processor, metric_specs: [basic("exact_match")] };
  const thought = state({ reply: "<think>no?</think>\n\nyes" });
  expect(find(await score([{ class_name, args }], [thought]), "exact_match")?.mean).toBe(1);
  const unknown = { class_name, args: { ...args, processor: "x.shout" } };
  expect(Object.keys((await score([unknown], [thought])).absent)).toEqual(["OutputProcessingMetric"]);
});

test("profile corrected: behind an output processor the steps have their places in the whole reply", async () => {
  const processor = "remove_deepseek_r1_thinking";
  const class_name = "helm.benchmark.metrics.output_processing_metric.OutputProcessingMetric";
  const runSpec = runSpecOf([{ class_name, args: { processor, metric_specs: [basic("exact_match")] } }]);
  const scorer = runScorer({ runSpec, metrics: coreMetrics }, ["corrected"]);
  const thought = state({ reply: "Well. <think>B?</think>\n\nIt is A.", output_mapping: { A: "yes", B: "no" } });
  scorer.add(thought);
  expect((await scorer.finish("corrected")).readingsOf(thought)[0]).toMatchObject({
    reader: "option",
    value: "A",
    steps: [
      { step: "processed the output", at: [[6, 25]] },
      { step: "found an answer", at: [[31, 32]], what: "A" },
      { step: "read", at: [[31, 32]], what: "A" },
    ],
  });
});

test("log probabilities give one perplexity for each context, and calibration", async () => {
  const run = await score(
    [basic("exact_match")],
    [state({ logprob: -1 }), state({ id: "id1", reply: "no", logprob: -3 })],
  );
  expect(find(run, "perplexity")?.mean).toBeCloseTo(Math.E ** 2, 12);
  expect(find(run, "perplexity", "robustness")).toBeUndefined();
  expect(find(run, "ece_1_bin")?.mean).toBeCloseTo(0.5 - (Math.exp(-1) + Math.exp(-3)) / 2, 12);
});

test("a value of the calibration that HELM does not define is absent with the reason", async () => {
  const run = await score(
    [basic("exact_match")],
    [state({ logprob: -1 }), state({ id: "id1", reply: "no", logprob: -1 })],
  );
  expect(find(run, "selective_cov_acc_area")).toBeUndefined();
  expect(run.absent["selective_cov_acc_area"]).toBe(
    "right and wrong answers are equally confident, so that HELM's value depends on their order",
  );
});

test("a request without a result is not scored and is reported", async () => {
  const { result: _, ...unanswered } = state({ id: "id1" });
  const run = await score([basic("exact_match")], [state({}), unanswered]);
  expect(run.absent).toEqual({ requests: "1 of 2 requests have no result and are not scored" });
  expect(find(run, "exact_match")?.mean).toBe(1);
});

const timedOut = (more: Case = {}): RequestState => state({ reply: "", success: false, error: "timed out", ...more });

test("profile corrected: a failed request is missing, and the mean is over the others", async () => {
  const states = [state({}), timedOut({ id: "id1" }), state({ id: "id2", reply: "no" })];
  const corrected = await score([basic("exact_match")], states, "corrected");
  expect(find(corrected, "exact_match")?.mean).toBe(0.5);
  const ofFailed = corrected.perInstance.find((one) => one.instance_id === "id1")?.stats ?? [];
  expect(ofFailed.find(({ name }) => name.name === "exact_match")?.count).toBe(0);
  expect(find(await score([basic("exact_match")], states), "exact_match")?.mean).toBe(1 / 3);
});

test("profile corrected: a failed request has the stats of the request, and no stat of a reply", async () => {
  const [record] = (await score([basic("exact_match")], [timedOut()], "corrected")).perInstance;
  const known = record?.stats.filter(({ count }) => count > 0).map(({ name, mean }) => [name.name, mean]);
  expect(known).toEqual([
    ["num_references", 2],
    ["num_train_trials", 1],
    ["num_prompt_tokens", 4],
    ["num_train_instances", 0],
    ["prompt_truncated", 0],
  ]);
});

test("profile corrected: if every request failed, no metric has a value, and macro F1 and perplexity are absent", async () => {
  const run = await score([basic("exact_match")], [timedOut(), timedOut({ id: "id1" })], "corrected");
  expect(find(run, "exact_match")).toMatchObject({ count: 0, sum: 0 });
  expect(["macro_f1", "perplexity", "ece_1_bin"].map((name) => find(run, name))).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test("profile corrected: an answer that a content filter refused scores 0 and counts as a refusal", async () => {
  const filtered = timedOut({ id: "id1", error: "the provider's content filter refused the prompt" });
  const run = await score([basic("exact_match")], [state({}), filtered], "corrected");
  expect([find(run, "exact_match")?.mean, find(run, "refusal")?.mean]).toEqual([0.5, 0.5]);
});

test("profile corrected: letters are read by the rule", async () => {
  const output_mapping = { A: "yes", B: "no" };
  const wordy = state({ reply: "The answer is A.", output_mapping });
  expect(find(await score([basic("exact_match")], [wordy], "helm"), "exact_match")?.mean).toBe(0);
  expect(find(await score([basic("exact_match")], [wordy], "corrected"), "exact_match")?.mean).toBe(1);
});

test("profile corrected: each reader gives its steps, with their places in the reply", async () => {
  const wordy = state({ reply: "<think>B?</think> A.", output_mapping: { A: "yes", B: "no" } });
  const runSpec = runSpecOf([basic("exact_match"), basic("quasi_exact_match")]);
  const scorer = runScorer({ runSpec, metrics: coreMetrics }, ["helm", "corrected"]);
  scorer.add(wordy);
  expect((await scorer.finish("helm")).readingsOf(wordy)).toEqual([]);
  expect((await scorer.finish("corrected")).readingsOf(wordy)).toEqual([
    {
      reader: "option",
      value: "A",
      steps: [
        { step: "separated thinking", at: [[0, 17]] },
        { step: "found an answer", at: [[18, 19]], what: "A" },
        { step: "read", at: [[18, 19]], what: "A" },
      ],
    },
  ]);
});

const jury: ObjectSpec = {
  class_name: "helm.benchmark.metrics.llm_jury_metrics.LLMJuryMetric",
  args: { metric_name: "jury_score", scenario_name: "s", annotator_models: { a: {}, b: {} }, default_score: 1 },
};

test("profile corrected: failed judges are missing, an empty answer scores the floor, and scores keep their decimals", async () => {
  const none = state({ annotations: { s: { prompt_text: "p" } } });
  expect(find(await score([jury], [none]), "jury_score")?.mean).toBe(1);
  expect(find(await score([jury], [none], "corrected"), "jury_score")?.count).toBe(0);
  const empty = state({ reply: " ", annotations: { s: { prompt_text: null } } });
  expect(find(await score([jury], [empty], "corrected"), "jury_score")?.mean).toBe(1);
  const half = state({
    annotations: { s: { prompt_text: "p", a: { accuracy: { score: 4.5 } }, b: { accuracy: { score: "x" } } } },
  });
  expect(find(await score([jury], [half]), "jury_score")?.mean).toBe(4);
  expect(find(await score([jury], [half], "corrected"), "jury_score")?.mean).toBe(4.5);
});

test("profile corrected: verdicts take precedence over HELM's annotation", async () => {
  const verdict = {
    kind: "scored",
    judge: "a",
    model: "m",
    modelDeployment: "d",
    standIn: false,
    protocol: "fenced",
    attempts: [],
    scores: { accuracy: { score: 3, explanation: "" } },
    isRepaired: true,
  };
  const repaired = state({ annotations: { s: { prompt_text: "p" }, medhelm_verdicts: { s: [verdict] } } });
  expect(find(await score([jury], [repaired], "corrected"), "jury_score")?.mean).toBe(3);
  expect(find(await score([jury], [repaired]), "jury_score")?.mean).toBe(1);
});

test("profile corrected: each criterion and each judge has its own mean; a judge without a score has none", async () => {
  const judged = state({
    annotations: { s: { prompt_text: "p", a: { accuracy: { score: 4 }, clarity: { score: 1 } } } },
  });
  const stats = await score([jury], [judged], "corrected");
  const values = stats.stats.filter(({ name }) => name.perturbation === undefined);
  expect(values.map(({ name, mean }) => [name.name, mean])).toEqual([
    ["jury_score", 2.5],
    ["jury_score_criterion_accuracy", 4],
    ["jury_score_criterion_clarity", 1],
    ["jury_score_judge_a", 2.5],
    ["jury_score_judge_b", undefined],
    ["jury_score_verdicts_asked", 2],
    ["jury_score_verdicts_scored", 1],
  ]);
  expect((await score([jury], [judged])).stats.some(({ name }) => name.name.includes("criterion"))).toBe(false);
});

test("a benchmark adds its metric to the core's", async () => {
  const metrics = metricRegistry(
    { "my.Length": () => ({ ofInstance: ({ request }) => [{ name: "length", value: request.prompt.length }] }) },
    coreMetrics,
  );
  const runSpec = RunSpec.parse({
    name: "r",
    scenario_spec: { class_name: "S" },
    adapter_spec: {},
    metric_specs: [{ class_name: "my.Length" }, perSplit],
  });
  const run = await scoreRun({ runSpec, states: () => [state({})], profile: "helm", metrics });
  expect([find(run, "length")?.mean, find(run, "num_instances")?.mean]).toEqual([4, 1]);
});

test("characters are counted as Python counts them: one for each code point", () => {
  expect(["", "abc", "é", "😀😀"].map(countCharacters)).toEqual([0, 3, 1, 2]);
});

test("the records of a request are those of its instance, perturbation and trial", async () => {
  const typo = { name: "typo", robustness: true, fairness: false, computed_on: "perturbed" };
  const adapter_spec = AdapterSpec.parse({ num_outputs: 1 });
  const metric_specs = [basic("exact_match")];
  const runSpec = RunSpec.parse({ name: "r", scenario_spec: { class_name: "S" }, adapter_spec, metric_specs });
  const scorer = runScorer({ runSpec, metrics: coreMetrics }, ["helm"]);
  const plain = state({});
  const copy = state({ reply: "no", perturbation: typo });
  const later = state({ reply: "no", trial: 1 });
  for (const one of [plain, state({ id: "id1" }), copy, later]) scorer.add(one);
  const scored = await scorer.finish("helm");
  const matches = (one: RequestState) =>
    [...scored.recordsOf(one)].map(({ instance_id, train_trial_index, perturbation, stats }) => [
      instance_id,
      train_trial_index,
      perturbation?.name,
      stats.find(({ name }) => name.name === "exact_match")?.sum,
    ]);
  expect(matches(plain)).toEqual([["id0", 0, undefined, 1]]);
  expect(matches(copy)).toEqual([["id0", 0, "typo", 0]]);
  expect(matches(later)).toEqual([["id0", 1, undefined, 0]]);
  expect(matches(state({ id: "id2" }))).toEqual([]);
  expect(matches(state({ trial: 2 }))).toEqual([]);
  await expect(scorer.finish("corrected")).rejects.toThrow("corrected");
});

test("the event loop turns while a metric reads the stats of many instances", async () => {
  let turns = 0;
  const counting = setInterval(() => turns++);
  const slow = (): Metric => ({
    ofInstance: () => [{ name: "one", value: 1 }],
    async deriveFromInstances(instances) {
      const before = turns;
      let read = 0;
      for await (const stats of instances) {
        read += stats.get("one")?.sum ?? 0;
        if (read % 1024 === 1000) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2); // a timer is due
      }
      return [
        { name: "read", value: read },
        { name: "turned", value: turns > before },
      ];
    },
  });
  const adapter_spec = AdapterSpec.parse({ num_outputs: 1 });
  const metric_specs = [{ class_name: "Slow", args: {} }];
  const runSpec = RunSpec.parse({ name: "r", scenario_spec: { class_name: "S" }, adapter_spec, metric_specs });
  const states = Array.from({ length: 5000 }, (_, i) => state({ id: `id${i}` }));
  const scored = await scoreRun({
    runSpec,
    states: () => states,
    profile: "helm",
    metrics: metricRegistry({ Slow: slow }),
  });
  clearInterval(counting);
  expect([find(scored, "read")?.mean, find(scored, "turned")?.mean]).toEqual([5000, 1]);
});
