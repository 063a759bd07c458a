import type { Leaderboard, Table } from "@medhelm/core/release/leaderboard/leaderboard";
import { expect, it } from "vitest";
import { siteOf } from "../release/site.ts";
import { costView } from "./cost-view.ts";
import { finding, findingText } from "./finding.ts";
import { rankedViews, type RankedView } from "./ranked-view.ts";
import { costLimits, judgesCost, rankedAxis, rankedGroups } from "./table-view.ts";

type Row = Table["rows"][number];

interface Given {
  readonly name: string;
  readonly value?: number;
  readonly ranks?: readonly [number, number];
  readonly winRate?: number;
  readonly costUsd?: number;
  readonly judgesUsd?: number;
  readonly access?: string;
  readonly wording?: string;
  readonly isBaseline?: boolean;
}

const given = (name: string, value: number, ranks: readonly [number, number], rest: Partial<Given> = {}): Given => ({
  name,
  value,
  ranks,
  ...rest,
});

const rule = (name: string, value: number, ranks: readonly [number, number]) =>
  given(name, value, ranks, { isBaseline: true });

const rowOf = ({ name, value, ranks, winRate, costUsd, judgesUsd, wording }: Given): Row => ({
  model: name,
  modelDeployment: name,
  meanWinRate: winRate ?? null,
  winRateColumns: 1,
  cells: [{ value: value ?? 0.5, instances: 50, scored: 50, runs: [`run-${name}`], state: "ranked" }],
  ...(wording === undefined ? {} : { wording }),
  ...(costUsd === undefined
    ? {}
    : { costs: { candidateUsd: costUsd, ...(judgesUsd === undefined ? {} : { judgesUsd }) } }),
  ...(value === undefined || ranks === undefined
    ? {}
    : {
        ranking: {
          value,
          otherBenchmarks: {
            rankSet: [...ranks],
            letters: [],
            mayBeBest: ranks[0] === 1,
            interval: { low: value - 0.05, high: value + 0.05 },
          },
        },
      }),
});

function viewsOf(rows: readonly Given[], profile: Leaderboard["profile"] = "corrected"): RankedView[] {
  const table: Table = {
    group: "all",
    title: "All",
    description: "",
    columns: [{ group: "b", groupDisplayName: "B", metric: "m", metricDisplayName: "M", lowerIsBetter: false }],
    rows: rows.map(rowOf),
  };
  const leaderboard: Leaderboard = {
    formatVersion: 1,
    name: "r",
    kind: "release",
    date: "2026-01-01",
    profile,
    suites: ["s"],
    schema: "packaged",
    rootGroup: "all",
    models: rows.map(({ name, access = "unknown", isBaseline = false }) => ({
      name,
      displayName: name,
      organization: "",
      access,
      description: "",
      isBaseline,
    })),
    groups: [],
    tables: [table],
    runs: [],
    notices: [],
  };
  return rankedViews(siteOf(leaderboard, "/"), table);
}

function viewOf(rows: readonly Given[], profile: Leaderboard["profile"] = "corrected"): RankedView {
  const [view] = viewsOf(rows, profile);
  if (view === undefined) throw new Error("the table has no rows");
  return view;
}

const said = (rows: readonly Given[]) => findingText(finding(viewOf(rows)));
const levelAt = (costs: readonly (number | undefined)[]) =>
  said([
    ...costs.map((costUsd, i) => given(`M${i}`, 0.8, [1, 2], costUsd === undefined ? {} : { costUsd })),
    given("Low", 0.1, [3, 3]),
  ]);
const many = (count: number, level: number) =>
  Array.from({ length: count }, (_, i) =>
    given(`M${i + 1}`, 0.9 - i / 1000, i < level ? [1, level] : [level + 1, count]),
  );

it("rows are in the order of their scores, level ones first", () => {
  const view = viewOf([given("low", 0.6, [3, 3]), given("high", 0.8, [1, 2]), given("next", 0.78, [1, 2])]);
  expect(view.rows.map(({ name }) => name)).toEqual(["high", "next", "low"]);
  expect(rankedGroups(view).map(({ name, rows }) => [name, rows.length])).toEqual([
    ["Level at the top: 2 models", 2],
    ["Below: 1 model", 1],
  ]);
});

it("under HELM's profile the mean win rate gives the order", () => {
  const rows = [given("score", 0.8, [1, 2], { winRate: 0.4 }), given("wins", 0.7, [1, 2], { winRate: 0.6 })];
  expect(viewOf(rows, "helm").rows.map(({ name }) => name)).toEqual(["wins", "score"]);
  expect(viewOf(rows, "corrected").rows.map(({ name }) => name)).toEqual(["score", "wins"]);
});

it("a level row under one that is not level is counted, not moved", () => {
  const view = viewOf([given("a", 0.8, [1, 2]), given("b", 0.7, [2, 3]), given("c", 0.69, [1, 3])]);
  expect(view.levelCount).toBe(1);
  expect(rankedGroups(view).map(({ name }) => name)).toEqual([
    "Level at the top: 1 of the 2 models",
    "Below: 2 models, 1 of them level at the top, too",
  ]);
});

it("rows without ranks follow where others have them", () => {
  const view = viewOf([{ name: "unknown", winRate: 0.9 }, given("a", 0.8, [1, 1])]);
  expect([view.rows, view.unranked].map((rows) => rows.map(({ name }) => name))).toEqual([["a"], ["unknown"]]);
});

it("a release without tests has an order and no ranks", () => {
  const view = viewOf([
    { name: "a", winRate: 0.4 },
    { name: "b", winRate: 0.6 },
  ]);
  expect([view.isTested, view.measure, view.rows.map(({ name }) => name)]).toEqual([false, "winRate", ["b", "a"]]);
});

it("wordings are ranked apart, the one with the most values first", () => {
  const views = viewsOf([
    given("x", 0.9, [1, 1], { wording: "own" }),
    given("a", 0.8, [1, 2], { wording: "helm" }),
    given("b", 0.7, [1, 2], { wording: "helm" }),
  ]);
  expect(views.map(({ wording, rows }) => [wording, rows.length])).toEqual([
    ["helm", 2],
    ["own", 1],
  ]);
});

it("a version in brackets is not in the short name", () => {
  const [row] = viewOf([given("GPT-4o (2024-05-13)", 0.8, [1, 1])]).rows;
  expect([row?.short, row?.name]).toEqual(["GPT-4o", "GPT-4o (2024-05-13)"]);
});

it("names that differ only in the brackets stay whole", () => {
  const { rows } = viewOf([
    given("Birch (72B)", 0.8, [1, 1]),
    given("Birch (8B)", 0.7, [2, 2]),
    given("Elm (1B)", 0.6, [3, 3]),
  ]);
  expect(rows.map(({ short }) => short)).toEqual(["Birch (72B)", "Birch (8B)", "Elm"]);
});

it("the finding names the cheapest and the open one of those that are level", () => {
  const rows = [
    given("Dear", 0.8, [1, 2], { costUsd: 800, access: "limited" }),
    given("Cheap", 0.79, [1, 2], { costUsd: 39.2, access: "open" }),
    given("Low", 0.5, [3, 3], { costUsd: 1, access: "open" }),
  ];
  expect(said(rows)).toBe(
    "Two of three models cannot be told apart at the top; the cheapest of them is Cheap at $39, which is also the open one.",
  );
});

it("the finding names the open one after the cheapest", () => {
  const rows = [
    given("Open", 0.8, [1, 2], { costUsd: 800, access: "open" }),
    given("Cheap", 0.79, [1, 2], { costUsd: 0.004, access: "closed" }),
    given("Low", 0.5, [3, 3]),
  ];
  expect(finding(viewOf(rows)).tail).toBe("the cheapest of them is Cheap at $0.004, the open one is Open");
});

it("the finding names no cheapest one if a cost is unknown, or if two cost the same", () => {
  expect(levelAt([1, undefined])).toBe("Two of three models cannot be told apart at the top.");
  expect(levelAt([2, 2])).toBe("Two of three models cannot be told apart at the top.");
});

it.each([
  [1, 1, "M1 scores 0.90; no other model has been measured, so nothing ranks it."],
  [2, 2, "M1 and M2 cannot be told apart."],
  [2, 1, "M1 is better than every other model; its score is 0.90."],
  [9, 9, "All nine models are level at the top."],
  [9, 1, "M1 is better than every other model; its score is 0.90."],
  [40, 23, "23 of 40 models cannot be told apart at the top."],
  [200, 200, "All 200 models are level at the top."],
])("the finding for %d models, %d of them level", (count, level, sentence) => {
  expect(said(many(count, level))).toBe(sentence);
});

it("the finding claims nothing without tests", () => {
  expect(
    said([
      { name: "A", winRate: 0.6 },
      { name: "B", winRate: 0.6 },
      { name: "C", winRate: 0.1 },
    ]),
  ).toBe(
    "Two of three models share the highest mean win rate; no test says whether the others differ by more than chance.",
  );
});

it("one level model is better than every other only if its ranks end with the first", () => {
  const rows = [given("A", 0.8, [1, 2]), given("B", 0.7, [2, 3]), given("C", 0.6, [2, 3])];
  expect(said(rows)).toBe("A is the only model that may be the best; its score is 0.80.");
  expect(said([given("A", 0.8, [1, 1]), ...rows.slice(1)])).toBe(
    "A is better than every other model; its score is 0.80.",
  );
});

it("a built-in rule at the top is the finding", () => {
  const rows = [
    given("Longest option", 0.8, [1, 2], { isBaseline: true }),
    given("B", 0.79, [1, 2]),
    given("C", 0.1, [3, 3]),
  ];
  expect(said(rows)).toBe("No model is clearly better than a built-in rule; Longest option uses no language model.");
});

it("a release of built-in rules only ranks them", () => {
  expect(
    said([rule("Longest option", 0.8, [1, 2]), rule("First option", 0.8, [1, 2]), rule("Random", 0.2, [3, 3])]),
  ).toBe(
    "Two of three built-in models cannot be told apart at the top; they are rules of this software, not language models.",
  );
});

it("of built-in rules that cannot be told apart, the finding names the cheapest", () => {
  const rows = [0.04, 0.28].map((costUsd, i) => given(`M${i}`, 0.8, [1, 2], { costUsd, isBaseline: true }));
  expect(said([...rows, rule("Random", 0.2, [3, 3])])).toBe(
    "Two of three built-in models cannot be told apart at the top; the cheapest of them is M0 at $0.04; all are rules of this software, not language models.",
  );
});

it("the axis holds the intervals", () => {
  const { from, to } = rankedAxis(viewOf([given("a", 0.62, [1, 2]), given("b", 0.83, [1, 2])]));
  expect([from, to]).toEqual([0.5, 0.9]);
});

it("limits of cost divide the rows", () => {
  const rows = [0.4, 39, 700].map((costUsd, i) => given(`M${i}`, 0.8, [1, 3], { costUsd }));
  expect(costLimits(viewOf(rows))).toEqual([20, 500]);
  expect(costLimits(viewOf(rows.slice(0, 1)))).toEqual([]);
});

it("the cost of judges is unknown if most rows do not have it", () => {
  expect(judgesCost(viewOf([given("a", 0.8, [1, 1], { costUsd: 1 })]))).toBeUndefined();
});

it("stand-in judges, which cost nothing, are not named among the costs", () => {
  expect(judgesCost(viewOf([given("a", 0.8, [1, 1], { costUsd: 1, judgesUsd: 0 })]))).toBeUndefined();
});

it("the cost front is a sentence about its two ends", () => {
  const rows = [
    given("Cheap", 0.71, [1, 2], { costUsd: 39 }),
    given("Dear", 0.77, [1, 2], { costUsd: 802 }),
    given("Free of cost", 0.7, [1, 2]),
  ];
  const view = costView(viewOf(rows));
  expect([view?.heading, view?.front.map(({ label }) => label), view?.unknown]).toEqual([
    "Dear costs 21 times as much as Cheap and scores 0.06 more",
    ["Cheap", "Dear"],
    1,
  ]);
});

it("the cost front leaves out a model without a rank, and does not call its cost unknown", () => {
  const view = viewOf([
    given("Cheap", 0.71, [1, 2], { costUsd: 39 }),
    given("Dear", 0.77, [1, 2], { costUsd: 802 }),
    { name: "Few", winRate: 0.1, costUsd: 3 },
  ]);
  expect(costView(view)).toMatchObject({ unranked: 1, unknown: 0, hasIntervals: true });
});

it("one known cost is no picture", () => {
  expect(costView(viewOf([given("a", 0.8, [1, 2], { costUsd: 1 }), given("b", 0.8, [1, 2])]))).toBeUndefined();
});
