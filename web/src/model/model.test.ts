import type { LeaderboardRun } from "@medhelm/core/release/leaderboard/leaderboard";
import { type SmallLeaderboard, smallLeaderboard } from "@medhelm/testing/fixtures/small-leaderboard";
import { expect, it } from "vitest";
import { siteOf } from "../release/site.ts";
import { benchmarksTable } from "./benchmarks-table.ts";
import { kindsOfWork, partsTable, partsTitle, sidesOf, sidesText } from "./kinds-of-work.ts";
import { modelFacts, sizeText } from "./model-facts.ts";
import { isKnown, modelIndex } from "./model-index.ts";
import { countText, coverageText, judgeLines, latencyText, replyLines, shareText } from "./replies.ts";
import { mainRow } from "./rows.ts";
import { mayHaveSeen } from "./seen.ts";
import { modelStand } from "./stand.ts";
import { worstInstances } from "./worst.ts";

const smallSite = (small: SmallLeaderboard) => siteOf(smallLeaderboard(small), "/");

const answer = (rankSet: [number, number], low: number, high: number) => ({
  rankSet,
  letters: [],
  mayBeBest: rankSet[0] === 1,
  interval: { low, high },
});
const RANKINGS = new Map([
  ["a", { value: 0.8, sameBenchmarks: answer([1, 1], 0.75, 0.85) }],
  ["b", { value: 0.6, sameBenchmarks: answer([2, 3], 0.55, 0.65) }],
  ["c", { value: 0.5, sameBenchmarks: answer([2, 3], 0.45, 0.55) }],
]);
const site = smallSite({
  benchmarks: { quiz: { dates: { firstPublic: "2024-06" } }, exam: {} },
  scores: { a: [0.8, 0.8], b: [0.6, 0.6], c: [0.5, null] },
  row: (model) => ({ ranking: RANKINGS.get(model) ?? { notRankedBecause: "it is absent" } }),
  cell: () => ({ interval: { low: 0.4, high: 0.7, n: 100, clusters: 100, method: "wilson" } }),
});
const rowOf = (model: string) => {
  const row = mainRow(site, model);
  if (row === undefined) throw new Error(`no row of ${model}`);
  return row;
};
const partsOf = (model: string) => kindsOfWork(site, rowOf(model));

it("a kind of work has the difference from the middle model and its interval", () => {
  const [part] = partsOf("a");
  expect(part).toMatchObject({ benchmarks: 2, value: 0.8, middle: 0.6, isOfQuestions: true });
  expect(partsTable(site, partsOf("a")).groups[0]?.rows[0]?.cells).toEqual(["+0.20", "0.80", "0.60"]);
});

it.each([
  [
    "a",
    "Clearly above the middle model at work; nowhere clearly below.",
    "Clearly above the middle model in 1 of 1 kind of work, below in none",
  ],
  [
    "b",
    "No kind of work shows a clear difference from the middle model.",
    "No clear difference from the middle model in 1 kind of work",
  ],
  [
    "c",
    "Nowhere clearly above the middle model; clearly below at work.",
    "Clearly above the middle model in 0 of 1 kind of work, below in 1",
  ],
])("the interval decides whether %s differs from the middle model", (model, text, title) => {
  expect([sidesText(sidesOf(partsOf(model))), partsTitle(partsOf(model))]).toEqual([text, title]);
});

it("the sentence counts the kinds of work of which it names two", () => {
  expect(sidesText({ strengths: ["Planning Treatments", "Recording Procedures", "Other"], weaknesses: [] })).toBe(
    "Clearly above the middle model in three kinds of work, most at planning treatments and recording procedures; nowhere clearly below.",
  );
});

it("the title counts the kinds of work without an interval apart", () => {
  const tested = partsOf("b");
  const untested = tested.map(({ group, benchmarks, value, middle, isOfQuestions }) => ({
    group,
    benchmarks,
    value,
    middle,
    isOfQuestions,
  }));
  expect(partsTitle([...tested, ...untested])).toBe(
    "No clear difference from the middle model in 1 tested kind of work",
  );
});

it("a column of which no model knows anything is left out", () => {
  expect([isKnown(["unknown", ""]), isKnown(["unknown", "7 billion"])]).toEqual([false, true]);
});

it("a kind of work without an interval is drawn, and counts for no side", () => {
  const plain = smallSite({
    benchmarks: { quiz: {} },
    scores: { a: [0.9], b: [0.1] },
    row: (model) => ({ ranking: { value: model === "a" ? 0.9 : 0.1 } }),
  });
  const row = mainRow(plain, "a");
  const parts = row === undefined ? [] : kindsOfWork(plain, row);
  expect([parts.length, sidesOf(parts).strengths, partsTitle(parts)]).toEqual([
    1,
    [],
    "Difference from the middle model, without a test",
  ]);
});

it("the place in the release follows from the rank set", () => {
  expect(["a", "b"].map((model) => modelStand(site, rowOf(model)))).toEqual([
    ["Clearly the best of the release."],
    ["One model is clearly better."],
  ]);
});

it("every benchmark has a row, also without a run, and says whether the model may have seen it", () => {
  const rows = benchmarksTable(site, rowOf("c"), "2025-01").groups.flatMap((group) => group.rows);
  expect(rows.map(({ name, note, cells }) => [name, note, cells])).toEqual([
    ["QUIZ", "may have been seen", ["0.50", "0.40 to 0.70", "100"]],
    ["EXAM", "", []],
  ]);
  expect(rows[1]?.plot).toEqual({ words: "not run" });
});

it.each([
  ["2024-06", "2025-01-31", true],
  ["2024-06", "2024", true],
  ["2024-06", "2024-05", false],
  [undefined, "2024-05", undefined],
  ["2024-06", undefined, undefined],
])("a test set public since %s and a cutoff of %s: %s", (firstPublic, cutoff, expected) => {
  expect(mayHaveSeen(firstPublic === undefined ? {} : { firstPublic }, cutoff)).toBe(expected);
});

it("the facts of a model name together what the release does not have", () => {
  const [model] = site.leaderboard.models;
  const facts = new Map(model && modelFacts(site, model, mainRow(site, model.name)));
  expect([facts.get("Score, 0 to 1"), facts.get("Rank"), facts.get("Not recorded"), facts.get("Measured")]).toEqual([
    "0.80 (0.75 to 0.85)",
    "1 of 3",
    "cost of its answers, price of a million tokens, size, released and knowledge ends",
    "2 of 2 benchmarks, 200 answers",
  ]);
  expect([sizeText(7e9), sizeText(7.27e10), sizeText(5e8)]).toEqual([
    "7 billion parameters",
    "72.7 billion parameters",
    "500,000,000 parameters",
  ]);
});

it("the index of models has the order of the front page", () => {
  expect(modelIndex(site).map(({ name, rank, benchmarks }) => [name, rank, benchmarks])).toEqual([
    ["A", "1", "2 of 2"],
    ["B", "2–3", "2 of 2"],
    ["C", "2–3", "1 of 2"],
  ]);
});

it("the index of models has the order of the ranking where the table's order differs", () => {
  const turned = smallSite({
    benchmarks: { quiz: {} },
    scores: { a: [0.1], b: [0.9] },
    row: (model) => ({ ranking: { value: model === "a" ? 0.1 : 0.9 } }),
  });
  expect(modelIndex(turned).map(({ name }) => name)).toEqual(["B", "A"]);
});

it("a model without a rank is called so, not unknown", () => {
  const few = smallSite({
    benchmarks: { quiz: {} },
    scores: { a: [0.9] },
    row: () => ({ ranking: { notRankedBecause: "it has values in 1 of 2 benchmarks" } }),
  });
  const [model] = few.leaderboard.models;
  const facts = new Map(model && modelFacts(few, model, mainRow(few, "a")));
  expect([modelIndex(few).map(({ rank, score }) => [rank, score]), facts.get("Rank")]).toEqual([
    [["not ranked", "not averaged"]],
    "not ranked",
  ]);
});

const [RUN] = site.leaderboard.runs;
const run = (more: Partial<LeaderboardRun>): LeaderboardRun => {
  if (RUN === undefined) throw new Error("no run");
  return { ...RUN, ...more };
};
const replies = { cut: 1, empty: 0, onlyThinking: 0, filtered: 0, lostByCut: 0 };

it("refusals are counted over the runs that count them, and zero differs from unknown", () => {
  const lines = replyLines([run({ replies: { ...replies, refused: 2, deflected: 0 } }), run({ replies }), run({})]);
  expect(lines.map((line) => [line.label, countText(line), shareText(line)])).toEqual([
    ["Refused", "2", "2.0 % of 100"],
    ["Deflected", "0", "0 % of 100"],
    ["Filtered", "0", "0 % of 200"],
    ["Cut", "2", "1.0 % of 200"],
    ["Empty", "0", "0 % of 200"],
    ["Unread", "unknown", "unknown"],
  ]);
});

it("the time for an answer is a range over benchmarks", () => {
  const latency = (p50Seconds: number) => run({ latency: { p50Seconds, p95Seconds: 9, answers: 5 } });
  expect(latencyText([latency(2), latency(0.5)], "p50Seconds")).toBe("0.50 s to 2.0 s");
  expect(latencyText([run({})], "p95Seconds")).toBe("unknown");
});

it("a judge's line has its coverage and why its scores need care", () => {
  const judge = { name: "gpt", model: "m/gpt", standIn: false };
  const lines = judgeLines([
    run({ judges: [{ ...judge, asked: 10, scored: 9, isCandidate: true, sameFamily: true }] }),
    run({ judges: [{ ...judge, asked: 5, scored: 5 }] }),
  ]);
  expect(lines.map((line) => [line.name, coverageText(line), line.care])).toEqual([
    ["gpt", "14 of 15", "this model itself"],
  ]);
});

const broken = (slug: string, more: Partial<LeaderboardRun>) =>
  run({
    slug,
    hasPages: true,
    mainRange: { min: 0, max: 1 },
    breakdown: {
      worst: [
        { id: "id1", value: 0 },
        { id: "id 2", value: 0.5 },
        { id: "id3", value: 1 },
      ],
    },
    ...more,
  });

it("the worst answers are of public runs with pages, and each benchmark comes before a second answer of one", () => {
  const found = worstInstances(site, [
    broken("one", {}),
    broken("two", { benchmark: "exam" }),
    broken("three", { hasPages: false }),
    broken("four", { access: "private" }),
  ]);
  expect(found.map(({ benchmark, href, score }) => [benchmark, href, score])).toEqual([
    ["QUIZ", "/runs/one/#id1", "wrong"],
    ["EXAM", "/runs/two/#id1", "wrong"],
    ["QUIZ", "/runs/one/#id%202", "0.500 of 1"],
    ["EXAM", "/runs/two/#id%202", "0.500 of 1"],
  ]);
});
