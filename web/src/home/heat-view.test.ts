import type { Leaderboard, Table } from "@medhelm/core/release/leaderboard/leaderboard";
import { expect, it } from "vitest";
import { siteOf } from "../release/site.ts";
import type { HeatGroup } from "../charts/heat-map.ts";
import { heatChoices, heatView, isInLine, shortNumber } from "./heat-view.ts";
import { rankedViews } from "./ranked-view.ts";

type Cell = Table["rows"][number]["cells"][number];

const cell = (value: number | null, half?: number, rest: Partial<Cell> = {}): Cell => ({
  value,
  instances: 10,
  runs: ["r"],
  ...(half === undefined || value === null
    ? {}
    : { interval: { low: value - half, high: value + half, n: 10, clusters: 10, method: "wilson" as const } }),
  ...rest,
});

/** One model a cell, on one benchmark. */
function tableOf(cells: readonly Cell[], options: { access?: "public" | "private"; lowerIsBetter?: boolean } = {}) {
  const models = cells.map((_, i) => `m${i}`);
  const table: Table = {
    group: "all",
    title: "All",
    description: "",
    columns: [
      {
        group: "quiz",
        groupDisplayName: "Quiz",
        metric: "em",
        metricDisplayName: "EM",
        lowerIsBetter: options.lowerIsBetter ?? false,
      },
    ],
    rows: cells.map((one, i) => ({
      model: `m${i}`,
      modelDeployment: `m${i}`,
      meanWinRate: 1 - i / 100,
      winRateColumns: 1,
      cells: [one],
    })),
  };
  const leaderboard: Leaderboard = {
    formatVersion: 1,
    name: "r",
    kind: "release",
    date: "2026-01-01",
    profile: "corrected",
    suites: [],
    schema: "packaged",
    rootGroup: "all",
    models: models.map((name) => ({
      name,
      displayName: name,
      organization: "",
      access: "open",
      description: "",
      isBaseline: false,
    })),
    groups: [
      {
        name: "quiz",
        displayName: "Quiz",
        description: "",
        subgroups: [],
        category: "",
        benchmark: { access: options.access ?? "public", subcategory: "", mainMetric: "em" },
      },
    ],
    tables: [table],
    runs: models.map((model) => ({
      slug: model,
      suite: "s",
      run: "quiz:",
      benchmark: "quiz",
      model,
      modelDeployment: model,
      access: "public",
      hasPages: false,
      instances: 10,
      mainMetric: "em",
      mainValue: 0,
      mainRange: { min: 0, max: 1 },
      stats: {},
      judges: [],
      origin: "medhelm",
    })),
    notices: [],
  };
  const site = siteOf(leaderboard, "/");
  const [view] = rankedViews(site, table);
  if (view === undefined) throw new Error("no rows");
  return heatView(site, view).groups[0];
}
const cellsOf = (...given: Parameters<typeof tableOf>) => tableOf(...given)?.cells.flat();

it("has the number of answers of a column, and of each cell with another one or without a score for all", () => {
  const group = tableOf([
    cell(0.5),
    cell(0.5),
    cell(0.5, 0.1, { instances: 4 }),
    cell(0.5, 0.1, { scored: 9 }),
    cell(0.5, 0.1, { instances: 0 }),
  ]);
  expect(group?.columns[0]?.count).toBe("10");
  expect(group?.cells.map(([one]) => (one !== undefined && "count" in one ? one.count : ""))).toEqual([
    "",
    "",
    "4",
    "90 %",
    "n …",
  ]);
});

it("a number has a tone only if its interval and that of the middle model separate them", () => {
  expect(cellsOf([cell(0.9, 0.05), cell(0.58, 0.05), cell(0.5, 0.05), cell(0.44, 0.02), cell(0.1, 0.05)])).toEqual([
    { text: ".90", tone: 2 },
    { text: ".58", tone: 1 },
    { text: ".50", tone: 0 },
    { text: ".44", tone: -1 },
    { text: ".10", tone: -2 },
  ]);
});

it("a number without an interval has no tone", () => {
  expect(cellsOf([cell(0.9), cell(0.1)])).toEqual([
    { text: ".90", tone: 0 },
    { text: ".10", tone: 0 },
  ]);
});

it("where lower is better, a low number is above the middle", () => {
  const cells = cellsOf([cell(0.1, 0.01), cell(0.5, 0.01), cell(0.9, 0.01)], { lowerIsBetter: true });
  expect(cells).toMatchObject([{ tone: 2 }, { tone: 0 }, { tone: -2 }]);
});

it("a cell without a number says why, and zero is a number", () => {
  const none = { value: null, runs: [], instances: 0 };
  expect(cellsOf([cell(0, 0.1), { ...none }, cell(null, undefined, { state: "unscored" }), cell(null)])).toEqual([
    { text: "0", tone: 0 },
    { none: "not-run" },
    { none: "unscored" },
    { none: "unknown" },
  ]);
});

it("a private benchmark that a model was not run on is private", () => {
  const none = { value: null, runs: [], instances: 0 };
  expect(cellsOf([cell(0.5, 0.1), { ...none }], { access: "private" })?.[1]).toEqual({ none: "private" });
});

it.each([
  [0, "0"],
  [0.004, ".00"],
  [0.774, ".77"],
  [1, "1"],
  [4.53, "4.5"],
  [18.24, "18.2"],
  [188, "188"],
  [-0.3, "−.30"],
])("%d is %s in a narrow cell", (value, text) => {
  expect(shortNumber(value)).toBe(text);
});

const groupOf = (columns: number): HeatGroup => ({
  id: "a",
  name: "Notes",
  cells: [],
  columns: Array.from({ length: columns }, () => ({ name: "B", href: undefined, hasFault: false })),
});

it("the tables of 37 benchmarks stand in one line, and those of 45 do not", () => {
  expect([isInLine([groupOf(30), groupOf(7)]), isInLine([groupOf(30), groupOf(15)])]).toEqual([true, false]);
});

const task = (id: string, count: number) => ({
  id,
  name: id.toUpperCase(),
  columns: Array.from({ length: count }, (_, i) => ({ name: `B${i + 1}`, href: undefined, hasFault: false })),
});

it("on a phone a task of many benchmarks is divided into equal parts that have the names of their benchmarks", () => {
  expect(heatChoices([task("few", 6), task("many", 13)])).toEqual([
    { value: "few", label: "FEW (6)" },
    { value: "many~0~4", label: "MANY: B1 to B5 (5)" },
    { value: "many~5~8", label: "MANY: B6 to B9 (4)" },
    { value: "many~9~12", label: "MANY: B10 to B13 (4)" },
  ]);
});
