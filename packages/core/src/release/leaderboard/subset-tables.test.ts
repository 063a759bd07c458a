import { expect, test } from "vitest";
import { mapHere } from "../../inference/map-here.ts";
import type { Leaderboard, Table } from "./leaderboard.ts";
import { withInference } from "../statistics/leaderboard-inference.ts";
import { withPointEstimates } from "../statistics/point-estimates.ts";
import { foldSubsetTables, withSubsetTables } from "./subset-tables.ts";

const group = (name: string, access: "public" | "gated" | "private") => ({
  name,
  displayName: name,
  description: "",
  category: "",
  subgroups: [],
  benchmark: { access, subcategory: "", mainMetric: "exact_match" },
});

const column = (name: string) => ({
  group: name,
  groupDisplayName: name,
  metric: "exact_match",
  metricDisplayName: "EM",
  lowerIsBetter: false,
});

/** Model a is better on the benchmarks open1 to open3, and model b on gated1 and private1. */
const VALUES = {
  a: { open1: 0.9, gated1: 0.2, open2: 0.8, private1: 0.3, open3: 0.9 },
  b: { open1: 0.5, gated1: 0.6, open2: 0.4, private1: 0.7, open3: 0.4 },
};
const NAMES = ["open1", "gated1", "open2", "private1", "open3"] as const;

const table = (name: string, benchmarks: readonly (typeof NAMES)[number][]): Table => ({
  group: name,
  title: "",
  description: "",
  columns: benchmarks.map(column),
  rows: (["a", "b"] as const).map((model) => ({
    model,
    modelDeployment: model,
    meanWinRate: 0.5,
    winRateColumns: benchmarks.length,
    cells: benchmarks.map((benchmark) => ({
      value: VALUES[model][benchmark],
      instances: 10,
      runs: [`${benchmark}-${model}`],
    })),
  })),
});

const release: Leaderboard = {
  formatVersion: 1,
  name: "r",
  kind: "release",
  date: "2026-01-01",
  profile: "helm",
  suites: [],
  schema: "s",
  rootGroup: "all",
  models: [],
  groups: [
    { name: "all", displayName: "", description: "", category: "", subgroups: [...NAMES] },
    ...NAMES.map((name) =>
      group(name, name.startsWith("open") ? "public" : name.startsWith("gated") ? "gated" : "private"),
    ),
  ],
  tables: [table("all", NAMES), table("open1", ["open1"])],
  runs: [],
  notices: [],
};

async function ranked(of: Leaderboard = release): Promise<Leaderboard> {
  const { leaderboard, subsets } = withSubsetTables(of);
  const inferred = await withInference({
    leaderboard,
    partsOf: (_, cells) => Promise.resolve(cells.map(() => undefined)),
    map: mapHere,
  });
  return foldSubsetTables({ leaderboard: withPointEstimates(inferred), subsets });
}

test("public benchmarks and the others have rankings of their own", async () => {
  const [whole] = (await ranked()).tables;
  expect(
    whole?.subsets?.map(({ access, columns, rows }) => ({
      access,
      columns,
      rates: rows.map((row) => row.meanWinRate),
    })),
  ).toEqual([
    { access: "public", columns: [0, 2, 4], rates: [1, 0] },
    { access: "nonPublic", columns: [1, 3], rates: [0, 1] },
  ]);
});

test("a subset's averages and rank sets are those of its own benchmarks", async () => {
  const [whole] = (await ranked()).tables;
  const [open, closed] = whole?.subsets ?? [];
  expect(open?.rows[0]).toMatchObject({
    macroAverage: { value: expect.closeTo(0.8667, 4), count: 3 },
    ranking: { otherBenchmarks: { rankSet: [1, 1], mayBeBest: true } },
  });
  expect(closed?.rows[0]).toMatchObject({ macroAverage: { value: 0.25, count: 2 } });
});

test("the positions of a subset's tests are those of the whole table, without pairs", async () => {
  const [whole] = (await ranked()).tables;
  expect(whole?.subsets?.[1]?.inference?.families).toEqual([
    {
      rows: [0, 1],
      columns: [1, 3],
      sameBenchmarks: { undefinedBecause: "2 of 2 benchmarks lack scores of instances" },
      otherBenchmarks: {},
    },
  ]);
});

test("a subset has no cells of its own, and its table is not a table of the release", async () => {
  const { tables } = await ranked();
  expect(tables.map(({ group: name }) => name)).toEqual(["all", "open1"]);
  expect(Object.keys(tables[0]?.subsets?.[0]?.rows[0] ?? {})).not.toContain("cells");
});

test("a table with benchmarks of one kind has no subsets", async () => {
  const publicOnly = { ...release, tables: [table("all", ["open1", "open2"])] };
  expect((await ranked(publicOnly)).tables[0]?.subsets).toBeUndefined();
});
