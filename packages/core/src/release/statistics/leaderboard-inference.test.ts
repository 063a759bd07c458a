import { expect, test } from "vitest";
import type { ItemScore } from "../../inference/column-items.ts";
import { randomStreams } from "../../inference/random-stream.ts";
import { mapHere as map } from "../../inference/map-here.ts";
import type { Cell, Column, Leaderboard, LeaderboardRun, Table } from "../leaderboard/leaderboard.ts";
import { withInference } from "./leaderboard-inference.ts";
import type { RowRanking } from "./ranking.ts";
import { rankingText } from "../leaderboard/ranking-text.ts";

/** Scores 0 and 1 of one model on one benchmark: `ones` of `n`. */
const scores = (ones: number, n = 40, first = 0): ItemScore[] =>
  Array.from({ length: n }, (_, i) => ({ id: `id${first + i}`, value: i < ones ? 1 : 0 }));

type Answers = Readonly<Record<string, Readonly<Record<string, readonly ItemScore[]>>>>;

const meanOf = (items: readonly ItemScore[]): number =>
  items.reduce((sum, { value }) => sum + (value ?? 0), 0) / items.filter(({ value }) => value !== null).length;

const column = (group: string): Column => ({
  group,
  groupDisplayName: group,
  metric: "exact_match",
  metricDisplayName: "EM",
  lowerIsBetter: false,
});

/** A release with a table "all" over the benchmarks, and one for each. `answers[benchmark][model]`: the scores. */
function release(answers: Answers): Leaderboard {
  const models = [...new Set(Object.values(answers).flatMap((of) => Object.keys(of)))];
  const benchmarks = Object.keys(answers);
  const cell = (benchmark: string, model: string): Cell => {
    const items = answers[benchmark]?.[model];
    if (items === undefined) return { value: null, instances: 0, runs: [] };
    const scored = items.filter(({ value }) => value !== null).length;
    return { value: meanOf(items), instances: items.length, scored, runs: [`${benchmark}-${model}`] };
  };
  const table = (group: string, columns: readonly string[]): Table => ({
    group,
    title: group,
    description: "",
    columns: columns.map(column),
    rows: models.map((model) => ({
      model,
      modelDeployment: model,
      meanWinRate: 0.5,
      winRateColumns: columns.length,
      cells: columns.map((benchmark) => cell(benchmark, model)),
    })),
  });
  const group = { displayName: "", description: "", category: "" };
  const benchmark = { access: "public", subcategory: "", mainMetric: "exact_match" } as const;
  return {
    formatVersion: 1,
    name: "r",
    kind: "release",
    date: "2026-01-01",
    profile: "helm",
    suites: ["s"],
    schema: "",
    rootGroup: "all",
    models: [],
    groups: [
      { ...group, name: "all", subgroups: benchmarks },
      ...benchmarks.map((name) => ({ ...group, name, subgroups: [], benchmark })),
    ],
    tables: [table("all", benchmarks), ...benchmarks.map((name) => table(name, [name]))],
    runs: benchmarks.flatMap((name) => Object.keys(answers[name] ?? {}).map((model) => runOf(name, model))),
    notices: [],
  };
}

const runOf = (benchmark: string, model: string): LeaderboardRun => ({
  slug: `${benchmark}-${model}`,
  suite: "s",
  run: `${benchmark}:model=${model}`,
  benchmark,
  model,
  modelDeployment: model,
  access: "public",
  hasPages: false,
  instances: 0,
  mainMetric: "exact_match",
  mainValue: null,
  stats: {},
  judges: [],
  origin: "helm",
});

const infer = (answers: Answers): Promise<Leaderboard> =>
  withInference({
    leaderboard: release(answers),
    partsOf: ({ group }, cells) =>
      Promise.resolve(cells.map(([run]) => [{ part: "", items: answers[group]?.[run?.model ?? ""] ?? [] }])),
    map,
  });

const tableOf = ({ tables }: Leaderboard, group: string) => tables.find((table) => table.group === group);
const rankingsOf = (leaderboard: Leaderboard, group: string) =>
  tableOf(leaderboard, group)?.rows.map(({ ranking }) => ranking);

test("a benchmark's table names the models that may be best and ranks that overlap", async () => {
  const found = await infer({ quiz: { a: scores(36), b: scores(34), c: scores(5) } });
  expect(rankingsOf(found, "quiz")).toEqual([
    { value: 0.9, sameBenchmarks: { rankSet: [1, 2], letters: ["a"], mayBeBest: true } },
    { value: 0.85, sameBenchmarks: { rankSet: [1, 2], letters: ["a"], mayBeBest: true } },
    { value: 0.125, sameBenchmarks: { rankSet: [3, 3], letters: ["b"], mayBeBest: false } },
  ]);
  expect(tableOf(found, "quiz")?.inference?.headline).toBe("sameBenchmarks");
});

test("the headline of several benchmarks counts that other benchmarks may differ", async () => {
  const found = await infer({
    first: { a: scores(36), b: scores(20) },
    second: { a: scores(18), b: scores(22) },
    third: { a: scores(36), b: scores(12) },
  });
  const [a] = rankingsOf(found, "all") ?? [];
  expect(a).toMatchObject({ sameBenchmarks: { rankSet: [1, 1] }, otherBenchmarks: { rankSet: [1, 2] } });
  expect(tableOf(found, "all")?.inference?.headline).toBe("otherBenchmarks");
});

test("one model has no rank, and the table says why", async () => {
  const found = await infer({ quiz: { a: scores(36) } });
  expect(rankingsOf(found, "quiz")).toEqual([{ notRankedBecause: "there is one model" }]);
  expect(tableOf(found, "quiz")?.inference?.families).toEqual([
    { rows: [], columns: [], sameBenchmarks: { undefinedBecause: "there is one model" } },
  ]);
});

test("one item gives no rank", async () => {
  const found = await infer({ quiz: { a: scores(1, 1), b: scores(0, 1) } });
  expect(tableOf(found, "quiz")?.inference?.families[0]?.sameBenchmarks).toEqual({
    undefinedBecause: "a benchmark has fewer than two independent items",
  });
});

test("equal scores of all models leave every rank open", async () => {
  const found = await infer({ quiz: { a: scores(40), b: scores(40) } });
  expect(rankingsOf(found, "quiz")).toMatchObject([
    { sameBenchmarks: { rankSet: [1, 2] } },
    { sameBenchmarks: { rankSet: [1, 2] } },
  ]);
});

const NO_DIFFERENCE = { undefinedBecause: "no difference of two models varies between the items" };
const NO_VARIANCE = { undefinedBecause: "no model's score differs between the items" };

test.each([
  ["equal", 40, 40, [1, 2]],
  ["different", 40, 0, [1, 1]],
])("where no score varies and the models' scores are %s, no number of the table is 0", async (_how, a, b, rankSet) => {
  const found = await infer({ first: { a: scores(a), b: scores(b) }, second: { a: scores(a), b: scores(b) } });
  expect(tableOf(found, "all")?.rows[0]?.winRateBand).toEqual(NO_VARIANCE);
  expect(tableOf(found, "first")?.inference?.families[0]?.sameBenchmarks).toMatchObject({
    smallestTellableDifference: NO_VARIANCE,
  });
  expect(tableOf(found, "first")?.columns[0]?.itemCounts?.detectable).toEqual(NO_DIFFERENCE);
  expect(rankingsOf(found, "first")?.[0]).toMatchObject({ sameBenchmarks: { rankSet } });
});

test("two items on which the models differ leave every rank open", async () => {
  const found = await infer({ quiz: { a: scores(2, 2), b: scores(0, 2) } });
  expect(rankingsOf(found, "quiz")?.[0]).toMatchObject({ sameBenchmarks: { rankSet: [1, 2] } });
});

test("a model that answered other items is marked and not ranked in the benchmark's table", async () => {
  const found = await infer({ quiz: { a: scores(36), b: scores(5), c: scores(20, 40, 100) } });
  expect(rankingsOf(found, "quiz")?.[2]).toEqual({ notRankedBecause: "it answered other items than most models" });
  expect(tableOf(found, "quiz")?.columns[0]?.itemCounts).toEqual({
    items: 40,
    common: 40,
    clusters: 40,
    otherItems: ["c"],
    detectable: expect.objectContaining({ comparisons: 1 }),
  });
});

test("a benchmark whose models answered other items is left out of the average for all of them", async () => {
  const found = await infer({
    first: { a: scores(36), b: scores(20), c: scores(3) },
    second: { a: scores(36), b: scores(20), c: scores(3) },
    third: { a: scores(36), b: scores(20), c: scores(3, 40, 100) },
  });
  expect(tableOf(found, "all")?.inference?.families).toMatchObject([{ rows: [0, 1, 2], columns: [0, 1] }]);
});

test("a model with fewer benchmarks is not ranked by the average, and its row says how many it has", async () => {
  const found = await infer({
    first: { a: scores(36), b: scores(20), c: scores(3) },
    second: { a: scores(36), b: scores(20) },
    third: { a: scores(36), b: scores(20) },
  });
  expect(rankingsOf(found, "all")?.[2]).toEqual({
    notRankedBecause:
      "it has 1 of the 3 benchmarks that the ranked models share; the table of each benchmark compares it with them",
  });
});

test("a model with scores for less than 95 % of its instances is not ranked", async () => {
  const partial = scores(20).map((item, i) => (i < 3 ? { ...item, value: null } : item));
  const found = await infer({ quiz: { a: scores(36), b: scores(5), c: partial } });
  expect(rankingsOf(found, "quiz")?.[2]).toEqual({ notRankedBecause: "it has scores for 37 of 40 instances" });
});

test("without scores of instances only the question about other benchmarks has an answer", async () => {
  const answers = {
    first: { a: scores(36), b: scores(20) },
    second: { a: scores(36), b: scores(22) },
    third: { a: scores(36), b: scores(12) },
  };
  const found = await withInference({
    leaderboard: release(answers),
    partsOf: (_column, cells) => Promise.resolve(cells.map(() => undefined)),
    map,
  });
  expect(tableOf(found, "all")?.inference?.families[0]?.sameBenchmarks).toEqual({
    undefinedBecause: "3 of 3 benchmarks lack scores of instances",
  });
  expect(rankingsOf(found, "all")?.[0]).toMatchObject({ otherBenchmarks: { rankSet: [1, 1] } });
});

const cellsOf = (leaderboard: Leaderboard, group: string) =>
  tableOf(leaderboard, group)?.rows.flatMap(({ cells }) => cells.map(({ state, interval }) => ({ state, interval })));

test("a cell has the interval of its printed value, the same one in each table", async () => {
  const found = await infer({ quiz: { a: scores(40) }, riddle: { a: scores(8, 50) } });
  const interval = { low: expect.closeTo(0.08337, 5), high: expect.closeTo(0.28514, 5), n: 50, method: "wilson" };
  expect(cellsOf(found, "riddle")).toMatchObject([{ state: "ranked", interval }]);
  expect(cellsOf(found, "all")?.[1]).toMatchObject({ state: "ranked", interval });
});

test("a model that answered other items is marked", async () => {
  const found = await infer({ quiz: { a: scores(30), b: scores(20), c: scores(20, 40, 1000) } });
  expect(cellsOf(found, "quiz")?.map(({ state }) => state)).toEqual(["ranked", "ranked", "other-items"]);
});

test("a benchmark that a model has not run is no measurement", async () => {
  const found = await infer({ quiz: { a: scores(30), b: scores(20) }, riddle: { a: scores(30) } });
  expect(cellsOf(found, "all")?.[3]).toEqual({ state: "not-run", interval: undefined });
});

test("a cell whose instances are unknown says so", async () => {
  const found = await withInference({
    leaderboard: release({ quiz: { a: scores(30), b: scores(20) } }),
    partsOf: (_column, of) => Promise.resolve(of.map(() => undefined)),
    map,
  });
  expect(cellsOf(found, "quiz")?.[0]).toEqual({
    state: "ranked",
    interval: { undefinedBecause: "the scores of its instances are unknown" },
  });
});

test("a cell has its value under the profile that the release does not have", async () => {
  const found = await withInference({
    leaderboard: release({ quiz: { a: scores(30) } }),
    partsOf: (_column, of) =>
      Promise.resolve(
        of.map(() => [
          {
            part: "",
            items: scores(30),
            otherwise: new Map([["profile corrected", 0.75]]),
          },
        ]),
      ),
    map,
  });
  expect([found.profile, tableOf(found, "quiz")?.rows[0]?.cells[0]?.otherProfile]).toEqual(["helm", 0.75]);
});

test("the unit that depends on each other is named where the source does not name it", async () => {
  const found = await withInference({
    leaderboard: release({ quiz: { a: scores(30) } }),
    partsOf: (_column, of) => Promise.resolve(of.map(() => [{ part: "", items: scores(30) }])),
    map,
    unitOf: () => "patient",
  });
  expect(cellsOf(found, "quiz")?.[0]).toMatchObject({
    interval: { flags: ["clusters-unknown"], unknownUnit: "patient" },
  });
});

test("the benchmark, model and judge that the first place rests on are named", async () => {
  const answers: Answers = {
    first: { a: scores(36), b: scores(20), c: scores(3) },
    second: { a: scores(18), b: scores(20), c: scores(3) },
    third: { a: scores(36), b: scores(20), c: scores(3) },
  };
  const judged = new Map([
    ["a", 0.1],
    ["b", 0.9],
    ["c", 0.2],
  ]);
  const found = await withInference({
    leaderboard: release(answers),
    partsOf: ({ group }, cells) =>
      Promise.resolve(
        cells.map(([run]) => [
          {
            part: "",
            items: answers[group]?.[run?.model ?? ""] ?? [],
            otherwise: new Map([["judge gpt", judged.get(run?.model ?? "") ?? 0]]),
          },
        ]),
      ),
    map,
  });
  expect(tableOf(found, "all")?.stability).toEqual([
    {
      first: [0],
      meanWinRate: 5 / 6,
      withoutBenchmark: [
        { group: "first", first: [0, 1], meanWinRate: 0.75 },
        { group: "second", first: [0], meanWinRate: 1 },
        { group: "third", first: [0, 1], meanWinRate: 0.75 },
      ],
      withoutModel: [
        { row: 0, first: [1], meanWinRate: 1 },
        { row: 1, first: [0], meanWinRate: 1 },
        { row: 2, first: [0], meanWinRate: 2 / 3 },
      ],
      withoutJudge: [{ judge: "gpt", first: [1], meanWinRate: 1 }],
    },
  ]);
  expect(rankingText(found)).toEqual([
    "ranks for other benchmarks of the same kinds, too, by the average of 3 benchmarks:",
    "  rank 1-3  a",
    "  rank 1-3  b",
    "  rank 1-3  c",
    "first by mean win rate: a; but a and b without first, or third; b without the judge gpt",
  ]);
});

test("the text says why there are no ranks, and never names one rank for rows that share it", async () => {
  expect(rankingText(await infer({ quiz: { a: scores(36) } }))).toEqual([
    "ranks: undefined, because there is one model",
  ]);
});

test("one benchmark has ranks for new questions, and a reason for the missing ones for other benchmarks", async () => {
  expect(rankingText(await infer({ quiz: { a: scores(36), b: scores(2) } })).slice(0, 4)).toEqual([
    "ranks for other benchmarks of the same kinds, too: undefined, because there is one benchmark",
    "ranks for new questions of the same benchmarks, by the average of 1 benchmark:",
    "  rank 1  a",
    "  rank 2  b",
  ]);
});

test("the root table has exploratory tests of pairs on each benchmark, adjusted over all of them", async () => {
  const found = await infer({ quiz: { a: scores(10), b: scores(2) }, riddle: { a: scores(5), b: scores(3, 30) } });
  expect(tableOf(found, "all")?.exploratory).toEqual({
    columns: [
      {
        column: 0,
        test: "mcnemar",
        pairs: [
          {
            rows: [0, 1],
            n: 40,
            difference: 0.2,
            p: expect.closeTo(0.00390625, 10),
            adjustedP: expect.closeTo(0.00390625, 10),
          },
        ],
      },
    ],
  });
  expect(tableOf(found, "quiz")?.exploratory).toBeUndefined();
});

test("exploratory tests are adjusted by Benjamini and Hochberg over all benchmarks", async () => {
  const found = await infer({ quiz: { a: scores(10), b: scores(2) }, riddle: { a: scores(5), b: scores(3) } });
  const pairs = tableOf(found, "all")?.exploratory?.columns.flatMap((tested) => tested.pairs);
  expect(pairs).toEqual([
    {
      rows: [0, 1],
      n: 40,
      difference: 0.2,
      p: expect.closeTo(0.00390625, 10),
      adjustedP: expect.closeTo(0.0078125, 10),
    },
    { rows: [0, 1], n: 40, difference: 0.05, p: expect.closeTo(0.25, 10), adjustedP: expect.closeTo(0.25, 10) },
  ]);
});

/** The limits of the interval, and the smallest and the largest rank: lower limits first, and upper ones last. */
function limitsOf(ranking: RowRanking | undefined, question: "sameBenchmarks" | "otherBenchmarks") {
  const answer = ranking !== undefined && "value" in ranking ? ranking[question] : undefined;
  if (answer?.interval === undefined) throw new Error("the row is not ranked");
  return { low: [answer.interval.low, answer.rankSet[0]], high: [answer.interval.high, answer.rankSet[1]] };
}

const isAtMost = (least: readonly number[], most: readonly number[]): boolean =>
  least.every((value, i) => value <= (most[i] ?? Number.NaN));

/** Releases of 2 to 4 benchmarks that three models solve equally well, so that the benchmarks often agree by chance. */
const agreeing = Array.from({ length: 40 }, (_, seed): Answers => {
  const next = randomStreams(seed, "agreeing benchmarks")(0);
  const rate = 10 + next(90);
  const n = 4 + next(30);
  const drawn = (): ItemScore[] =>
    Array.from({ length: n }, (_unused, i) => ({ id: `id${i}`, value: next(100) < rate ? 1 : 0 }));
  const benchmarks = ["first", "second", "third", "fourth"].slice(0, 2 + next(3));
  return Object.fromEntries(benchmarks.map((name) => [name, { a: drawn(), b: drawn(), c: drawn() }]));
});

test.each(agreeing.map((answers, seed) => ({ answers, seed })))(
  "other benchmarks leave no less doubt than new questions do (release $seed)",
  async ({ answers }) => {
    const rankings = rankingsOf(await infer(answers), "all") ?? [];
    const contained = rankings.map((ranking) => {
      const [same, other] = [limitsOf(ranking, "sameBenchmarks"), limitsOf(ranking, "otherBenchmarks")];
      return isAtMost(other.low, same.low) && isAtMost(same.high, other.high);
    });
    expect(contained).toEqual([true, true, true]);
  },
);

test("the text names the benchmarks and models that the root table leaves out", async () => {
  const found = await infer({ quiz: { a: scores(36) } });
  const [root, ...others] = found.tables;
  if (root === undefined) throw new Error("there is no root table");
  const own = { ...root, group: "own", columns: root.columns.map((one) => ({ ...one, group: "my_quiz" })) };
  const runs = found.runs.map((run) => ({ ...run, modelDeployment: "baseline/first-option" }));
  expect(rankingText({ ...found, tables: [root, ...others, own], runs })).toContain(
    "not in the table of all: my_quiz, baseline/first-option; the site shows them",
  );
});
