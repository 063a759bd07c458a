import { expect, test } from "vitest";
import type { Leaderboard, Table } from "../leaderboard/leaderboard.ts";
import { latexRanksTable, markdownTable } from "./table-text.ts";

type Row = Table["rows"][number];

const rankedAt = (low: number, high: number) => ({
  value: 0.5,
  otherBenchmarks: { rankSet: [low, high] satisfies [number, number], letters: ["a"], mayBeBest: low === 1 },
});
const row = (model: string, cell: Partial<Row["cells"][number]>, ranking: NonNullable<Row["ranking"]>): Row => ({
  model,
  modelDeployment: model,
  meanWinRate: 0.25,
  winRateColumns: 1,
  cells: [{ value: null, instances: 0, runs: [], ...cell }],
  ranking,
});
const table: Table = {
  group: "g",
  title: "G_1",
  description: "",
  columns: [{ group: "g", groupDisplayName: "G_1", metric: "em", metricDisplayName: "EM", lowerIsBetter: false }],
  rows: [
    row(
      "m|1",
      { value: 0.5, scored: 100, interval: { low: 0.4, high: 0.6, n: 2, clusters: 2, method: "wilson" as const } },
      rankedAt(1, 2),
    ),
    row("m2", { value: 0.25 }, rankedAt(2, 2)),
    row("m3", { interval: { undefinedBecause: "no instance has a score" } }, { notRankedBecause: "no score" }),
  ],
  inference: { level: 0.05, replicates: 1, seed: 0, headline: "otherBenchmarks", families: [] },
};
const leaderboard: Leaderboard = {
  formatVersion: 1,
  name: "r",
  kind: "release",
  date: "2026-11-22",
  profile: "helm",
  suites: ["s"],
  schema: "",
  rootGroup: "g",
  models: [
    { name: "m2", displayName: "Model 2 & co", organization: "", access: "open", description: "", isBaseline: false },
  ],
  groups: [],
  tables: [table],
  runs: [],
  notices: [],
};

test("a table in Markdown has values with intervals and n, ranks, and says which ranks they are", () => {
  expect(markdownTable(table, leaderboard)).toBe(
    [
      "# G_1",
      "",
      "| Model | Ranks | Mean win rate | EM |",
      "| --- | ---: | ---: | ---: |",
      "| m\\|1 | 1-2 | 0.250 | 0.500 [0.400, 0.600] n=100 |",
      "| Model 2 & co | 2 | 0.250 | 0.250 |",
      "| m3 |  | 0.250 |  |",
      "",
      "In brackets: 95 % intervals. A missing interval is undefined, because no instance has a score. n: number of scores behind a value. Ranks: those that remain possible with other benchmarks of the same kinds.",
      "",
    ].join("\n"),
  );
});

test("a table without intervals and ranks says why", () => {
  const undefinedBecause = "a benchmark has fewer than two independent items";
  const oneItem: Table = {
    ...table,
    rows: [row("m", { value: 1, interval: { undefinedBecause: "there is one score" } }, { value: 1 })],
    inference: {
      level: 0.05,
      replicates: 1,
      seed: 0,
      headline: "sameBenchmarks",
      families: [{ rows: [0], columns: [0], sameBenchmarks: { undefinedBecause } }],
    },
  };
  expect(markdownTable(oneItem, leaderboard)).toContain(
    "Intervals are undefined, because there is one score. Ranks are undefined, because a benchmark has fewer than two independent items. n:",
  );
});

test("a table in LaTeX has the same content, with its special characters escaped", () => {
  const lines = latexRanksTable(table, leaderboard).split("\n");
  expect(lines.filter((line) => line.includes("&"))).toEqual([
    "Model & Ranks & Mean win rate & EM \\\\",
    "m|1 & 1-2 & 0.250 & 0.500 {\\scriptsize [0.400, 0.600] n=100} \\\\",
    "Model 2 \\& co & 2 & 0.250 & 0.250 \\\\",
    "m3 &  & 0.250 &  \\\\",
  ]);
  expect(lines.find((line) => line.startsWith("\\caption"))).toContain("G\\_1. In brackets: 95 \\% intervals.");
});
