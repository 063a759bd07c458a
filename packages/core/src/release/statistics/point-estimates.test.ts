import { expect, test } from "vitest";
import type { Leaderboard, Table } from "../leaderboard/leaderboard.ts";
import { withPointEstimates } from "./point-estimates.ts";

type Values = readonly (number | null)[];

const group = (name: string, subgroups: string[]) => ({
  name,
  displayName: name,
  description: "",
  category: "",
  subgroups,
  ...(subgroups.length > 0 ? {} : { benchmark: { access: "public" as const, subcategory: "", mainMetric: "m" } }),
});

/** A release of tables by hand: benchmarks a and b in category x, c in category y. */
function release(rows: Readonly<Record<string, Values>>, fields: Partial<Table> = {}): Leaderboard {
  const columns = ["a", "b", "c"].map((name) => ({
    group: name,
    groupDisplayName: name,
    metric: "m",
    metricDisplayName: "m",
    lowerIsBetter: false,
  }));
  return {
    formatVersion: 1,
    name: "r",
    kind: "release",
    date: "2026-01-01",
    profile: "helm",
    suites: [],
    schema: "s",
    rootGroup: "all",
    models: [],
    groups: [group("all", ["x", "y", "z"]), group("x", ["a", "b"]), group("y", ["c"]), group("z", ["a"])].concat(
      ["a", "b", "c"].map((name) => group(name, [])),
    ),
    tables: [
      {
        group: "all",
        title: "",
        description: "",
        columns,
        rows: Object.entries(rows).map(([model, values]) => ({
          model,
          modelDeployment: model,
          meanWinRate: null,
          winRateColumns: 0,
          cells: values.map((value) => ({ value, instances: 1, runs: [] })),
        })),
        ...fields,
      },
    ],
    runs: [],
    notices: [],
  };
}

const rowsOf = (leaderboard: Leaderboard) => withPointEstimates(leaderboard).tables[0]?.rows ?? [];

test("a jury's column is rescaled from 1 to 5 to 0 to 1 before the mean over benchmarks", () => {
  expect(rowsOf(release({ one: [0.5, 0.75, 4], two: [1, 0, 5] })).map(({ macroAverage }) => macroAverage)).toEqual([
    { value: expect.closeTo(2 / 3, 12), sd: expect.closeTo(0.1443375673, 9), count: 3 },
    { value: expect.closeTo(2 / 3, 12), sd: expect.closeTo(0.5773502692, 9), count: 3 },
  ]);
});

test("the balanced average weighs each category alike, and a benchmark counts in the first category that has it", () => {
  const [row] = rowsOf(release({ one: [0.2, 0.4, 0.9], two: [0, 0, 0] }));
  expect([row?.balancedAverage, row?.categoryAverages]).toEqual([
    { value: expect.closeTo(0.6, 12), sd: expect.closeTo(0.4242640687, 9), count: 2 },
    [
      { group: "x", value: expect.closeTo(0.3, 12), count: 2 },
      { group: "y", value: 0.9, count: 1 },
    ],
  ]);
});

test("all rows are averaged over the same benchmarks", () => {
  const rows = rowsOf(release({ one: [0.2, 0.4, null], two: [0.6, 0.8, 1] }));
  expect(rows.map(({ macroAverage }) => macroAverage)).toMatchObject([
    { value: expect.closeTo(0.3, 12), count: 2 },
    { value: expect.closeTo(0.7, 12), count: 2 },
  ]);
});

test("a row that lacks most benchmarks has no average, and says why", () => {
  const rows = rowsOf(release({ one: [0.2, 0.4, 0.6], two: [0.6, 0.8, 1], three: [0.1, null, null] }));
  expect(rows[2]?.macroAverage).toEqual({ undefinedBecause: "it lacks benchmarks that the other models have" });
});

test("a win share counts common columns, with ties as half", () => {
  const [table] = withPointEstimates(release({ one: [0.2, 0.4, null], two: [0.2, 0.3, 1] })).tables;
  expect([table?.winShares, table?.rows.map(({ winRateSd }) => winRateSd)]).toEqual([
    {
      shares: [
        [null, 0.75],
        [0.25, null],
      ],
      columns: [
        [0, 2],
        [2, 0],
      ],
    },
    [0, 0],
  ]);
});

test("a single model has an average and no win share", () => {
  const [table] = withPointEstimates(release({ one: [0.2, 0.4, 0.6] })).tables;
  expect([table?.winShares?.shares, table?.rows[0]?.winRateSd, table?.rows[0]?.macroAverage]).toMatchObject([
    [[null]],
    undefined,
    { count: 3 },
  ]);
});

test("averages are over the rows and benchmarks that the tests compare", () => {
  const inference: Table["inference"] = {
    level: 0.05,
    replicates: 2000,
    seed: 0,
    headline: "otherBenchmarks",
    families: [{ rows: [0, 1], columns: [0, 2], sameBenchmarks: { undefinedBecause: "of a reason" } }],
  };
  const tested = release({ one: [0.2, 0.4, 0.6], two: [0.6, 0.8, 1], three: [1, 1, 1] }, { inference });
  const third = { ranking: { notRankedBecause: "the scores of its instances are unknown" } };
  const tables = tested.tables.map((table) => ({
    ...table,
    rows: table.rows.map((row, position) => (position === 2 ? { ...row, ...third } : row)),
  }));
  expect(rowsOf({ ...tested, tables }).map(({ macroAverage }) => macroAverage)).toMatchObject([
    { value: expect.closeTo(0.4, 12), count: 2 },
    { value: expect.closeTo(0.8, 12), count: 2 },
    { undefinedBecause: "the scores of its instances are unknown" },
  ]);
});
