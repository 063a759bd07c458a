import type { Table } from "@medhelm/core/release/leaderboard/leaderboard";
import { expect, it } from "vitest";
import { accessChoices, accessTable } from "./access-table.ts";

const column = (group: string) => ({
  group,
  groupDisplayName: group,
  metric: "m",
  metricDisplayName: "M",
  lowerIsBetter: false,
});
const cell = (value: number) => ({ value, instances: 10, runs: [`run-${value}`] });
const average = (value: number) => ({ value, sd: 0.1, count: 1 });
const table: Table = {
  group: "all",
  title: "All",
  description: "",
  columns: [column("open"), column("gated"), column("free")],
  rows: [
    {
      model: "a",
      modelDeployment: "a",
      meanWinRate: 0.4,
      winRateColumns: 3,
      cells: [cell(1), cell(2), cell(3)],
      macroAverage: average(0.5),
    },
  ],
  subsets: [
    { access: "public", columns: [0, 2], rows: [{ meanWinRate: 0.9, winRateColumns: 2, macroAverage: average(0.7) }] },
    { access: "nonPublic", columns: [1], rows: [{ meanWinRate: null, winRateColumns: 0 }] },
  ],
};

it("the table of public benchmarks has their columns and the release's own numbers for them", () => {
  const chosen = accessTable(table, "public");
  expect(chosen?.positions).toEqual([0, 2]);
  expect(chosen?.table.columns.map(({ group }) => group)).toEqual(["open", "free"]);
  expect(chosen?.table.rows[0]).toMatchObject({ meanWinRate: 0.9, macroAverage: { value: 0.7 } });
  expect(chosen?.table.rows[0]?.cells.map(({ value }) => value)).toEqual([1, 3]);
});

it("a number that the release does not have for a choice is not that of all benchmarks", () => {
  expect(accessTable(table, "nonPublic")?.table.rows[0]).not.toHaveProperty("macroAverage");
});

it("a choice names its number of benchmarks, and without both kinds there is no choice", () => {
  expect(accessChoices(table).map(({ label, count }) => `${label} ${count}`)).toEqual([
    "All 3",
    "Public 2",
    "Not public 1",
  ]);
  const { subsets: _, ...older } = table;
  expect(accessChoices(older)).toEqual([]);
});
