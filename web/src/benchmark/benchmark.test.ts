import { type SmallLeaderboard, smallLeaderboard } from "@medhelm/testing/fixtures/small-leaderboard";
import { expect, it } from "vitest";
import { type Site, siteOf } from "../release/site.ts";
import { spreads, subgroupIntervals, subgroupsTable } from "./breakdown.ts";
import { benchmarkIndex, indexTitle } from "./benchmark-index.ts";
import { benchmarkColumn, unitValue } from "./column.ts";
import { benchmarkFacts } from "./facts.ts";
import { floorOf } from "./floor.ts";
import { headline } from "./headline.ts";
import { metricName, metricOf, metricWords, runMetric } from "./metric-words.ts";
import { scoreTable, withoutRun } from "./score-pictures.ts";

const smallSite = (small: SmallLeaderboard) => siteOf(smallLeaderboard(small), "/");

const quiz = { quiz: {} };
const around = (value: number) => ({
  interval: { low: value - 0.05, high: value + 0.05, n: 100, clusters: 100, method: "wilson" as const },
});
const said = (site: Site): string => {
  const column = benchmarkColumn(site, "quiz");
  return column === undefined ? "nothing" : headline(site, column, floorOf(site, "quiz"));
};
const scores = { a: [0.62], b: [0.9], c: [0.6] };
const cell = (model: string) => around(new Map(Object.entries(scores)).get(model)?.[0] ?? 0);

it.each([
  ["quasi_exact_match", false, { name: "Answer matches exactly", term: "answer-matches-exactly" }],
  ["demo_notes_accuracy", true, { name: "Judges' scores", term: "judge" }],
  ["wer_score", false, { name: "WER" }],
  ["quiz_accuracy", false, { name: "Right answers" }],
])("the metric %s has the name of its entry in the glossary", (metric, isJudged, expected) => {
  expect(metricName({ metric, displayName: "WER", isJudged })).toEqual(expected);
});

it("the scores of a jury that an import does not name are no right answers", () => {
  expect(metricName({ metric: "aci_bench_accuracy", displayName: "Jury Score", isJudged: false }).name).toBe(
    "Judges' scores",
  );
  const site = smallSite({
    benchmarks: { quiz: { mainMetric: "quiz_accuracy" } },
    scores: { a: [4.5] },
    run: () => ({ origin: "table", mainRange: { min: 1, max: 5 } }),
  });
  const [run] = site.leaderboard.runs;
  expect(run && metricName(runMetric(site, run)).name).toBe("Judges' scores");
});

it("without tests of differences the headline claims none", () => {
  expect(said(smallSite({ benchmarks: quiz, scores }))).toBe(
    "The three scores run from 0.60 to 0.90; their differences are not tested",
  );
});

it.each([
  [["b"], "B is clearly the best; scores run from 0.60 to 0.90"],
  [["a", "b"], "Two of three models are level at the top; scores run from 0.60 to 0.90"],
  [["a", "b", "c"], "No model differs clearly from the best; scores run from 0.60 to 0.90"],
])("the models %j may be best: %s", (level, text) => {
  const row = (model: string) => ({
    ranking: {
      value: 0.5,
      sameBenchmarks: { rankSet: [1, 3] as [number, number], letters: [], mayBeBest: level.includes(model) },
    },
  });
  expect(said(smallSite({ benchmarks: quiz, scores, cell, row }))).toBe(text);
});

it.each([
  [0.61, "Two of three models are not clearly better than always giving the most common answer"],
  [0.86, "No model is clearly better than always giving the most common answer"],
])("with a floor of %d, the headline says how many models do not exceed it", (value, text) => {
  const floor = { kind: "majority" as const, value, note: "" };
  expect(said(smallSite({ benchmarks: { quiz: { floor } }, scores, cell }))).toBe(text);
});

it("one model, and none, have headlines of their own", () => {
  expect(said(smallSite({ benchmarks: quiz, scores: { a: [0.5] } }))).toBe("Only A has a score: 0.50");
  expect(said(smallSite({ benchmarks: quiz, scores: { a: [null] } }))).toBe("No model has a score on it");
});

it("equal scores are no range, and no single model is the best of a kind of questions", () => {
  const site = smallSite({
    benchmarks: quiz,
    scores: { a: [0], b: [0] },
    run: () => ({ breakdown: { subgroups: [{ name: "dose", n: 40, value: 0 }] } }),
  });
  const column = benchmarkColumn(site, "quiz");
  expect(said(site)).toBe("The two models have the same score, 0.00");
  expect(column && subgroupsTable(site, column)?.groups[0]?.rows[0]?.cells).toEqual(["0.00", "40", "0.00", "2 models"]);
});

it("the floor of the runs' own questions is used before that of the whole data", () => {
  const floor = { kind: "chance" as const, value: 0.25, note: "Four options." };
  const site = (majority?: number) =>
    smallSite({
      benchmarks: { quiz: { floor } },
      scores,
      run: () => (majority === undefined ? {} : { baselines: { majority } }),
    });
  expect(floorOf(site(0.4), "quiz")).toMatchObject({ value: 0.4, label: "most common answer 0.40" });
  expect(floorOf(site(), "quiz")).toMatchObject({ value: 0.25, note: "Four options." });
  expect(floorOf(smallSite({ benchmarks: quiz, scores }), "quiz")).toBeUndefined();
});

it("judged scores from 1 to 5 keep their scale, and have a place from 0 to 1", () => {
  const site = smallSite({ benchmarks: quiz, scores: { a: [4] }, run: () => ({ mainRange: { min: 1, max: 5 } }) });
  const column = benchmarkColumn(site, "quiz");
  expect(column && [metricWords(metricOf(column)), unitValue(column, 4)]).toEqual(["Mean of the judges' scores", 0.75]);
});

it("a row has score, interval, answers and cost, and an unknown number says so", () => {
  const site = smallSite({
    benchmarks: quiz,
    scores: { a: [0.62], b: [0.9] },
    cell: (model) => (model === "a" ? { ...cell("a"), scored: 97, state: "incomplete" } : {}),
    run: (model) => (model === "a" ? { costUsd: 0.25 } : {}),
  });
  const column = benchmarkColumn(site, "quiz");
  const rows = column && scoreTable(site, column, undefined).groups[0]?.rows;
  expect(rows?.map(({ name, cells }) => [name, ...cells])).toEqual([
    ["B", "0.90", "unknown", "100", "unknown"],
    ["A", "0.62", "0.57 to 0.67", "97 of 100", "$0.25"],
  ]);
  expect(rows?.map(({ plot }) => "svg" in plot && plot.svg.includes("hollow"))).toEqual([false, true]);
});

it("an unscored run is a row of words, and a model without a run is named", () => {
  const site = smallSite({
    benchmarks: quiz,
    scores: { a: [0.5], b: [0.4], c: [null] },
    cell: (model) => (model === "b" ? { value: null } : {}),
  });
  const column = benchmarkColumn(site, "quiz");
  const rows = column && scoreTable(site, column, undefined).groups[0]?.rows;
  expect(rows?.[1]).toMatchObject({
    name: "B",
    plot: { words: "unscored: it has a run, and no answer has a score" },
  });
  expect(column && withoutRun(site, column)).toEqual(["C"]);
});

it("the facts of a benchmark without a card are unknown, and never invented", () => {
  const site = smallSite({ benchmarks: quiz, scores });
  const facts = new Map(benchmarkFacts(site, "quiz", benchmarkColumn(site, "quiz")));
  expect([facts.get("For whom"), facts.get("Licence"), facts.get("Public since")]).toEqual([
    "unknown",
    "unknown",
    "unknown",
  ]);
  expect(facts.get("Scored by")).toBe("Share of answers that match exactly, from 0 to 1, higher is better");
});

it("the index has every benchmark once, with what it asks", () => {
  const site = smallSite({
    benchmarks: { quiz: { asks: "Pick a letter." }, notes: { access: "gated" } },
    scores: { a: [0.5, null] },
  });
  expect(indexTitle(site)).toBe("Two benchmarks; one with data that are not public");
  expect(benchmarkIndex(site).groups.map(({ name, rows }) => [name, rows.map((row) => [row.name, row.cells])])).toEqual(
    [
      [
        "Work",
        [
          ["QUIZ", ["public", "Pick a letter."]],
          ["NOTES", []],
        ],
      ],
    ],
  );
});

it("kinds of questions have the scores of all models, and single answers their spread", () => {
  const site = smallSite({
    benchmarks: quiz,
    scores: { a: [0.6], b: [0.4] },
    run: (model) => ({
      breakdown: {
        histogram: model === "a" ? [10, 0, 0, 0, 0, 20, 0, 0, 0, 70] : [50, 0, 0, 0, 0, 0, 0, 0, 0, 50],
        subgroups: [{ name: "dose", n: 40, value: model === "a" ? 0.7 : 0.5, ...around(model === "a" ? 0.7 : 0.5) }],
      },
    }),
  });
  const column = benchmarkColumn(site, "quiz");
  if (column === undefined) throw new Error("no column");
  expect(subgroupsTable(site, column)?.groups[0]?.rows.map(({ name, cells }) => [name, cells])).toEqual([
    ["dose", ["0.60", "40", "0.70", "A"]],
  ]);
  const [dose] = subgroupIntervals(site, column)?.groups ?? [];
  expect([dose?.name, dose?.rows[0]?.name, dose?.rows[0]?.cells]).toEqual([
    "dose",
    "A",
    ["0.70", "0.65 to 0.75", "40"],
  ]);
  const spread = spreads(site, column);
  expect(spread?.parts).toEqual(["0 to 0.2", "0.2 to 0.4", "0.4 to 0.6", "0.6 to 0.8", "0.8 to 1"]);
  expect(spread?.models.map(({ name, shares }) => [name, ...shares])).toEqual([
    ["A", "10 %", "0 %", "20 %", "0 %", "70 %"],
    ["B", "50 %", "0 %", "0 %", "0 %", "50 %"],
  ]);
});

it("answers that are only right or wrong have no spread, and an older release no kinds of questions", () => {
  const site = smallSite({
    benchmarks: quiz,
    scores: { a: [0.5] },
    run: () => ({ breakdown: { histogram: [50, 0, 0, 0, 0, 0, 0, 0, 0, 50] } }),
  });
  const column = benchmarkColumn(site, "quiz");
  expect(column && [spreads(site, column), subgroupsTable(site, column)]).toEqual([undefined, undefined]);
});
