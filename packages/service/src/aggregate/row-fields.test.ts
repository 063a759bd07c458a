import { type Answer, sealAnswers } from "@medhelm/testing/fixtures/sealed-answers";
import { expect, test } from "vitest";

const ask = (id: string, options: readonly string[], correct: number, reply?: string): Answer => ({
  id,
  options,
  correct,
  isLettered: true,
  ...(reply === undefined ? {} : { reply }),
});
const YES_NO = ["yes", "no"];
const labels = async (answers: readonly Answer[]) =>
  (await sealAnswers({ answers })).scores.rows.map(({ gold, given }) => [gold, given]);

test("a closed answer has its correct and its given label, by the options' texts where all questions share them", async () => {
  const answers = [ask("1", YES_NO, 0, "The answer is B."), ask("2", ["no", "yes"], 0, "A"), ask("3", YES_NO, 1)];
  expect(await labels(answers)).toEqual([
    ["yes", "no"],
    ["no", "no"],
    ["no", undefined],
  ]);
  expect((await sealAnswers({ answers })).scores.labels).toEqual(["yes", "no"]);
});

test("questions with options of their own have letters as labels", async () => {
  const answers = [ask("1", ["aspirin", "heparin"], 1, "B"), ask("2", ["rest", "surgery"], 0, "no idea")];
  expect(await labels(answers)).toEqual([
    ["B", "B"],
    ["A", undefined],
  ]);
  expect((await sealAnswers({ answers })).scores.labels).toBeUndefined();
});

test("an open answer has no labels", async () => {
  expect(await labels([{ id: "1", options: ["120"], reply: "120" }])).toEqual([[undefined, undefined]]);
});

test("the two-way measures count an unread answer as wrong", async () => {
  const answers = [ask("1", YES_NO, 0, "A"), ask("2", YES_NO, 0, "hm"), ask("3", YES_NO, 1, "B"), ask("4", YES_NO, 1)];
  expect((await sealAnswers({ answers })).manifest.twoWay).toEqual({
    positive: "yes",
    tp: 1,
    fn: 1,
    fp: 1,
    tn: 1,
    sensitivity: 0.5,
    specificity: 0.5,
    balancedAccuracy: 0.5,
    mcc: 0,
  });
});

test("the manifest of a run that is not public names no label", async () => {
  const { manifest } = await sealAnswers({ answers: [ask("1", YES_NO, 0, "A")], assembly: { access: "gated" } });
  expect(JSON.stringify(manifest)).not.toContain("yes");
});

const RUBRIC = { judge: "a", model: "a", modelDeployment: "a", standIn: false, protocol: "fenced", attempts: [] };
const score = (value: number) => ({ score: value, explanation: "" });
const JURY = {
  class_name: "helm.benchmark.metrics.llm_jury_metrics.LLMJuryMetric",
  args: { metric_name: "jury", scenario_name: "notes", annotator_models: { a: {}, b: {} } },
};
const judged = (id: string, given: unknown) => ({
  id,
  options: ["x"],
  reply: "y",
  annotations: { notes: {}, medhelm_verdicts: { notes: given } },
});
const judge = (name: string) => ({ name, model: name, modelDeployment: name, standIn: false });

test("a judged answer has each judge's score on each criterion, with null for a missing verdict", async () => {
  const verdicts = [
    { kind: "scored", ...RUBRIC, scores: { accuracy: score(4), clarity: score(5) }, isRepaired: false },
    { kind: "unscored", ...RUBRIC, judge: "b", reason: "judge_failed", message: "" },
  ];
  const later = [
    verdicts[1],
    { kind: "scored", ...RUBRIC, judge: "b", scores: { clarity: score(2) }, isRepaired: false },
  ];
  const { scores } = await sealAnswers({
    answers: [judged("1", verdicts), judged("2", later), { id: "3", options: ["x"], reply: "y" }],
    metricSpecs: [JURY],
    mainMetric: "jury",
    annotators: [{ class_name: "Notes" }],
    assembly: { judges: [judge("a"), judge("b")] },
  });
  expect(scores.judges).toEqual({ names: ["a", "b"], criteria: ["accuracy", "clarity"] });
  expect(scores.rows.map((row) => row.judges)).toEqual([[[4, 5], []], [[], [null, 2]], undefined]);
});

test("a ratio has its numerator and denominator, and the share of the instance as its value", async () => {
  const { scores, manifest } = await sealAnswers({
    answers: [
      { id: "1", options: ["I10,E11.9"], reply: "I10" },
      { id: "2", options: ["J45.909"], reply: "I10, J45.909" },
    ],
    className: "helm.benchmark.scenarios.mimiciv_billing_code_scenario.MIMICIVBillingCodeScenario",
    metricSpecs: [{ class_name: "helm.benchmark.metrics.mimiciv_billing_code_metrics.MIMICIVBillingCodeMetric" }],
    mainMetric: "mimiciv_billing_code_f1",
  });
  expect(scores.rows.map(({ counts }) => counts)).toEqual([
    [null, [2, 3]],
    [null, [2, 3]],
  ]);
  expect(scores.rows.map(({ values }) => values[1])).toEqual([2 / 3, 2 / 3]);
  expect(manifest.coverage.scored).toEqual({ helm: 2, corrected: 2 });
});

test("baselines have the run's own metric on the run's own instances", async () => {
  const answers = [
    ask("1", YES_NO, 0, "A"),
    ask("2", YES_NO, 1, "A"),
    ask("3", YES_NO, 1, "A"),
    ask("4", ["no", "yes"], 0, "A"),
  ];
  expect((await sealAnswers({ answers })).manifest.baselines?.corrected).toEqual({
    gold: 1,
    majority: 0.75,
    uniform: 0.5,
    alwaysYes: 0.25,
  });
});

test("the majority of questions with options of their own is the most frequent letter", async () => {
  const answers = [
    ask("1", ["a1", "b1", "c1"], 2, "A"),
    ask("2", ["a2", "b2", "c2"], 2, "A"),
    ask("3", ["a3", "b3"], 0, "A"),
  ];
  expect((await sealAnswers({ answers })).manifest.baselines?.helm).toEqual({
    gold: 1,
    majority: 2 / 3,
    uniform: (1 / 3 + 1 / 3 + 1 / 2) / 3,
  });
});

test("an open answer has a copy of the input as a baseline, and a judged one has none", async () => {
  const open = { id: "1", input: "120", options: ["120"], reply: "7" };
  expect((await sealAnswers({ answers: [open] })).manifest.baselines?.helm).toEqual({ gold: 1, copy: 1 });
  const sealed = await sealAnswers({ answers: [open], annotators: [{ class_name: "Notes" }] });
  expect(sealed.manifest.baselines).toBeUndefined();
});

const item = (id: string, reply: string, random?: string): Answer => ({
  ...ask(id, YES_NO, 0, reply),
  ...(random === undefined ? {} : { random }),
});

test("repeated requests have a row each, and the manifest says how they differ", async () => {
  const { scores, manifest } = await sealAnswers({
    answers: [item("1", "A"), item("2", "A"), item("1", "B", "1"), item("2", "A", "1")],
    numTrials: 2,
  });
  expect(scores.rows.map(({ id, repeat, values }) => [id, repeat, values[0]])).toEqual([
    ["1", undefined, 1],
    ["2", undefined, 1],
    ["1", 1, 0],
    ["2", 1, 1],
  ]);
  expect(manifest.repeats).toEqual({
    times: 2,
    helm: { withinShare: 1, flipRate: 0.5, worst: 0.5, best: 1 },
    corrected: { withinShare: 1, flipRate: 0.5, worst: 0.5, best: 1 },
  });
  expect(manifest.baselines?.helm.gold).toBe(1);
});

test("a single run has no measures of repeats", async () => {
  expect((await sealAnswers({ answers: [ask("1", YES_NO, 0, "A")] })).manifest.repeats).toBeUndefined();
});
