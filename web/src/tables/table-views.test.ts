import type { Leaderboard, Table } from "@medhelm/core/release/leaderboard/leaderboard";
import { expect, it } from "vitest";
import { siteOf } from "../release/site.ts";
import { benchmarkView } from "./benchmark-view.ts";
import { saidOnce } from "./table-view.ts";

const run = (slug: string): Leaderboard["runs"][number] => ({
  slug,
  suite: "s",
  run: slug,
  benchmark: "quiz",
  model: "m/a",
  modelDeployment: "m/a",
  access: "public",
  hasPages: false,
  instances: 10,
  failed: 0,
  mainMetric: "exact_match",
  mainValue: 0.5,
  stats: {},
  judges: [],
  origin: "medhelm",
});
const cell = (value: number | null, runs: string[]): Table["rows"][number]["cells"][number] => ({
  value,
  instances: 10 * runs.length,
  failed: 0,
  verdictsAsked: 0,
  verdictsScored: 0,
  runs,
});
const column = (metric: string, lowerIsBetter: boolean | null) => ({
  group: "quiz",
  groupDisplayName: "Quiz",
  metric,
  metricDisplayName: metric,
  lowerIsBetter,
});
const row = (modelDeployment: string, cells: Table["rows"][number]["cells"]): Table["rows"][number] => ({
  model: "m/a",
  modelDeployment,
  meanWinRate: null,
  winRateColumns: 0,
  cells,
});
const table = (columns: Table["columns"], rows: Table["rows"]): Table => ({
  group: "quiz",
  title: "Quiz",
  description: "",
  columns,
  rows,
});
const site = siteOf(
  {
    formatVersion: 1,
    name: "r",
    kind: "release",
    date: "2026-11-21",
    profile: "helm",
    suites: ["s"],
    schema: "packaged",
    rootGroup: "quiz",
    models: [],
    groups: [{ name: "quiz", displayName: "Quiz", description: "", subgroups: [], category: "" }],
    tables: [],
    runs: [run("one"), run("two")],
    notices: [],
  },
  "/",
);
it("a benchmark's table starts with the main metric, and a missing run has no counts of failures", () => {
  const columns = [column("seconds", true), column("em", false)];
  const { columns: heads, rows } = benchmarkView(
    site,
    table(columns, [row("m/a", [cell(null, []), cell(null, [])])]),
    "em",
  );
  expect(heads.map(({ label, firstSort }) => [label, firstSort])).toEqual([
    ["Model", "ascending"],
    ["em", "descending"],
    ["", undefined],
    ["Answers", "descending"],
    ["Failed requests, judged answers", undefined],
    ["Runs", undefined],
    ["seconds", "ascending"],
  ]);
  expect(rows[0]?.cells.slice(0, 4)).toEqual([
    { kind: "value", value: null, whyMissing: "no run" },
    { kind: "bar", value: null, top: 1 },
    { kind: "text", text: "—", sortBy: 0 },
    { kind: "text", text: "—" },
  ]);
});

it("a benchmark's table says if the number of values behind a mean is lower than the instances, or unknown", () => {
  const cells = [{ ...cell(0.5, ["one"]), scored: 10 }, { ...cell(0.5, ["one"]), scored: 8 }, cell(0.5, ["one"])];
  const { rows } = benchmarkView(
    site,
    table(
      [column("em", false)],
      cells.map((one) => row("m/a", [one])),
    ),
    "em",
  );
  expect(rows.map(({ cells: shown }) => shown[2])).toEqual([
    { kind: "text", text: "10", sortBy: 10 },
    { kind: "text", text: "8 scored of 10", sortBy: 10 },
    { kind: "text", text: "10, n unknown", sortBy: 10 },
  ]);
});

it("a table says a text once that all of its rows have", () => {
  const view = {
    id: "t",
    title: "T",
    note: "Note.",
    columns: [{ label: "Model" }, { label: "Value" }, { label: "Suite", onceIfSame: "named" as const }],
    rows: ["a", "b"].map((model) => ({
      head: { kind: "model" as const, model, deployment: undefined },
      cells: [
        { kind: "text" as const, text: "1" },
        { kind: "text" as const, text: "spring" },
      ],
    })),
  };
  const { note, columns, rows } = saidOnce(view);
  expect([note, columns.length, rows.map(({ cells }) => cells.length)]).toEqual([
    "Note. In all rows: suite spring.",
    2,
    [1, 1],
  ]);
});
