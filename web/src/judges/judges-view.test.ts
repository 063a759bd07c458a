import type { Leaderboard, LeaderboardRun, Table } from "@medhelm/core/release/leaderboard/leaderboard";
import { expect, it } from "vitest";
import { siteOf } from "../release/site.ts";
import { judgesView } from "./judges-view.ts";

const run = (model: string, more: Partial<LeaderboardRun> = {}): LeaderboardRun => ({
  slug: `run-${model.replace("/", "-")}`,
  suite: "s",
  run: `notes:model=${model}`,
  benchmark: "notes",
  model,
  modelDeployment: model,
  access: "public",
  hasPages: false,
  instances: 4,
  mainMetric: "jury",
  mainValue: 3,
  mainRange: { min: 1, max: 5 },
  stats: {},
  judges: ["ash", "birch"].map((name) => ({ name, model: `m/${name}`, standIn: false, asked: 4, scored: 3 })),
  origin: "medhelm",
  ...more,
});
const jury = (
  ash: number,
  more: Partial<NonNullable<LeaderboardRun["jury"]>> = {},
): NonNullable<LeaderboardRun["jury"]> => ({
  full: { value: 3, n: 4 },
  missingVerdicts: 2,
  judgeEffects: { ash, birch: -ash },
  ...more,
});
const view = (runs: LeaderboardRun[], stability?: Table["stability"], controls: Leaderboard["controls"] = []) => {
  const rows = ["a", "b"].map((model) => ({
    model,
    modelDeployment: model,
    meanWinRate: 0.5,
    winRateColumns: 1,
    cells: [],
  }));
  const table: Table = {
    group: "all",
    title: "",
    description: "",
    columns: [],
    rows,
    ...(stability === undefined ? {} : { stability }),
  };
  const leaderboard: Leaderboard = {
    formatVersion: 1,
    name: "r",
    kind: "release",
    date: "2026-11-21",
    profile: "corrected",
    suites: ["s"],
    schema: "packaged",
    rootGroup: "all",
    models: [],
    groups: [],
    tables: [table],
    controls,
    runs,
    notices: [],
  };
  return judgesView(siteOf(leaderboard, "/"));
};

it("a judge's bias is the mean over its runs, as a share of the scale, with its coverage", () => {
  const { judges } = view([run("a", { jury: jury(0.4) }), run("b", { jury: jury(0.2) })]);
  expect(judges).toMatchObject([
    { name: "ash", runs: 2, asked: 8, scored: 6, family: 0 },
    { name: "birch", runs: 2, asked: 8, scored: 6, family: 0 },
  ]);
  expect(judges.map(({ bias }) => bias?.toFixed(3))).toEqual(["0.075", "-0.075"]);
});

it("two judges have the mean difference of their scores, and the run with the largest one", () => {
  const [pair] = view([run("a", { jury: jury(0.4) }), run("b", { jury: jury(-0.2) })]).pairs;
  expect(pair).toMatchObject({
    names: ["ash", "birch"],
    runs: 2,
    largest: { title: "a on notes", href: "/runs/run-a/" },
  });
  expect([pair?.difference, pair?.largest.difference].map((value) => value?.toFixed(3))).toEqual(["0.050", "0.200"]);
});

it("the agreement of single verdicts is a mean over runs by their numbers of verdicts, and a measure that no run has is absent", () => {
  const judged = (n: number, exact: number, kappa?: number) =>
    run("a", {
      judges: [
        {
          name: "ash",
          model: "m/ash",
          standIn: false,
          agreement: { n, exact, ...(kappa === undefined ? {} : { kappa }) },
        },
      ],
    });
  const { agreement } = view([judged(30, 0.5, 0.4), judged(10, 0.9)]);
  expect(agreement).toEqual([{ name: "ash", verdicts: 40, runs: 2, exact: 0.6, kappa: 0.4 }]);
  expect(view([run("a")]).agreement).toEqual([]);
});

it("a candidate with a judge of its family has the jury's mean with and without that judge", () => {
  const withoutFamily = { judges: ["ash"], value: 2.4, comparable: 2.6 };
  const [row] = view([run("a", { jury: jury(0.4, { withoutFamily }) })]).family;
  expect(row).toMatchObject({ title: "a on notes", judges: ["ash"], full: 3, without: 2.6 });
  expect(row?.difference?.toFixed(3)).toBe("0.100");
});

it("the first place without a judge says whether it changes", () => {
  const stability = [
    {
      first: [0],
      meanWinRate: 0.6,
      withoutBenchmark: [],
      withoutModel: [],
      withoutJudge: [
        { judge: "ash", first: [1], meanWinRate: 0.6 },
        { judge: "birch", first: [0], meanWinRate: 0.6 },
      ],
    },
  ];
  expect(view([run("a")], stability).first).toEqual([
    { without: "ash", names: ["b"], isChange: true },
    { without: "birch", names: ["a"], isChange: false },
  ]);
});

it("the answers of medhelm judges check are negative controls, and a release without judges has nothing to show", () => {
  const { controls } = view([run("a")], undefined, [
    { benchmark: "notes", alteration: "empty", value: 1, instances: 4 },
    { benchmark: "notes", alteration: "gold", value: 4.8, instances: 4 },
  ]);
  expect(controls.map(({ benchmark, values }) => [benchmark, [...values]])).toEqual([
    [
      "notes",
      [
        ["as they are", 4.8],
        ["empty", 1],
      ],
    ],
  ]);
  expect(view([run("a", { judges: [] })])).toMatchObject({ judges: [], pairs: [], family: [], controls: [] });
});
