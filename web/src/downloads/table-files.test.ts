import type { Leaderboard, Table } from "@medhelm/core/release/leaderboard/leaderboard";
import { expect, it } from "vitest";
import { checksumLines, sha256, sizeText, tableFile } from "./table-files.ts";

const table: Table = {
  group: "all",
  title: "All",
  description: "",
  columns: [{ group: "x", groupDisplayName: "X", metric: "m", metricDisplayName: "EM", lowerIsBetter: false }],
  rows: [
    {
      model: "a",
      modelDeployment: "a",
      meanWinRate: null,
      winRateColumns: 0,
      cells: [{ value: 0.5, instances: 4, scored: 4, runs: ["r"] }],
    },
  ],
};
const leaderboard: Leaderboard = {
  formatVersion: 1,
  name: "r1",
  kind: "release",
  date: "2026-11-21",
  profile: "helm",
  suites: [],
  schema: "packaged",
  rootGroup: "all",
  models: [],
  groups: [],
  tables: [table],
  runs: [],
  notices: [],
};

it("each format has the value of the cell", () => {
  expect(tableFile(table, leaderboard, "csv")).toContain("a,a,helm,,0,0.5,");
  expect(tableFile(table, leaderboard, "json")).toContain('"release":"r1","date":"2026-11-21","profile":"helm"');
  expect(tableFile(table, leaderboard, "md")).toContain("| a |  |  | 0.500 n=4 |");
  expect(tableFile(table, leaderboard, "tex")).toContain("0.500");
});

it("a checksum is a line of sha256sum", () => {
  expect(checksumLines([{ path: "tables/all.csv", sha256: sha256("") }])).toBe(
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855  tables/all.csv\n",
  );
});

it("sizes are in bytes, kB and MB", () => {
  expect([999, 1_400, 1_250_000].map(sizeText)).toEqual(["999 bytes", "1 kB", "1.3 MB"]);
});
