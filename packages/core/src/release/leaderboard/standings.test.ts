import { expect, test } from "vitest";
import type { Leaderboard, Table } from "./leaderboard.ts";
import { standings } from "./standings.ts";

type Row = Table["rows"][number];

const row = (modelDeployment: string, rest: Partial<Row>): Row => ({
  model: modelDeployment,
  modelDeployment,
  meanWinRate: null,
  winRateColumns: 1,
  cells: [
    { value: 0.5, instances: 1, runs: [] },
    { value: null, instances: 0, runs: [] },
  ],
  ...rest,
});
const ranked = {
  value: 0.7,
  otherBenchmarks: { rankSet: [1, 2] satisfies [number, number], letters: ["a"], mayBeBest: true },
};

const leaderboard = (rows: readonly Row[]): Pick<Leaderboard, "tables" | "rootGroup"> => ({
  rootGroup: "all",
  tables: [
    {
      group: "all",
      title: "All",
      description: "",
      columns: [],
      rows: [...rows],
      inference: { level: 0.05, replicates: 1, seed: 0, headline: "otherBenchmarks", families: [] },
    },
  ],
});

test("the best average comes first, then the best win rate; a row without ranks and average has none", () => {
  const rows = [
    row("a", { meanWinRate: 0.1 }),
    row("b", { meanWinRate: 0.9 }),
    row("c", { ranking: ranked, macroAverage: { value: 0.7, count: 1 } }),
  ];
  expect(standings(leaderboard(rows))).toEqual([
    { modelDeployment: "c", ranks: [1, 2], average: 0.7, meanWinRate: null, benchmarks: 1, columns: 2 },
    { modelDeployment: "b", meanWinRate: 0.9, benchmarks: 1, columns: 2 },
    { modelDeployment: "a", meanWinRate: 0.1, benchmarks: 1, columns: 2 },
  ]);
});
