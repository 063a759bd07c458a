import { expect, test } from "vitest";
import type { Leaderboard } from "./leaderboard.ts";
import { withCosts } from "./row-costs.ts";

interface Model {
  readonly model: string;
  readonly winRate: number;
  readonly costUsd?: number;
  readonly judgeUsd?: number;
  readonly values?: readonly (number | null)[];
}

const release = (models: readonly Model[]): Leaderboard => ({
  formatVersion: 1,
  name: "r",
  kind: "release",
  date: "2026-01-01",
  profile: "helm",
  suites: ["s"],
  schema: "s",
  rootGroup: "all",
  models: [],
  groups: [],
  notices: [],
  tables: [
    {
      group: "all",
      title: "All",
      description: "",
      columns: ["quiz", "exam"].map((group) => ({
        group,
        groupDisplayName: group,
        metric: "em",
        metricDisplayName: "EM",
        lowerIsBetter: false,
      })),
      rows: models.map(({ model, winRate, values = [0.5, 0.5] }) => ({
        model,
        modelDeployment: model,
        meanWinRate: winRate,
        winRateColumns: 2,
        cells: values.map((value) => ({ value, instances: 1, runs: [model] })),
      })),
    },
  ],
  runs: models.map(({ model, costUsd, judgeUsd }) => ({
    slug: model,
    suite: "s",
    run: model,
    benchmark: "quiz",
    model,
    modelDeployment: model,
    access: "public",
    hasPages: false,
    instances: 1,
    mainMetric: "em",
    mainValue: 0.5,
    stats: {},
    judges: [{ name: "j", model: "j", standIn: false, ...(judgeUsd === undefined ? {} : { costUsd: judgeUsd }) }],
    ...(costUsd === undefined ? {} : { costUsd }),
    origin: "medhelm",
  })),
});
const costs = (models: readonly Model[]) =>
  withCosts(release(models)).tables[0]?.rows.map(({ model, costs: found }) => [model, found]);

test("a model is on the front if none is cheaper and as good, or as cheap and better", () => {
  expect(
    costs([
      { model: "best", winRate: 0.9, costUsd: 10 },
      { model: "beaten", winRate: 0.4, costUsd: 3 },
      { model: "cheap", winRate: 0.5, costUsd: 2 },
    ]),
  ).toEqual([
    ["best", { candidateUsd: 10, isOnParetoFront: true }],
    ["beaten", { candidateUsd: 3 }],
    ["cheap", { candidateUsd: 2, isOnParetoFront: true }],
  ]);
});

test("the cost of the judges is apart, and a run is counted once for all columns", () => {
  expect(costs([{ model: "a", winRate: 1, costUsd: 0.1, judgeUsd: 0.2 }])).toEqual([
    ["a", { candidateUsd: 0.1, judgesUsd: 0.2, isOnParetoFront: true }],
  ]);
});

test("a model without a price has no costs, and one without a value in a column is not compared", () => {
  expect(
    costs([
      { model: "free", winRate: 1 },
      { model: "partial", winRate: 1, costUsd: 1, values: [0.5, null] },
      { model: "whole", winRate: 0.1, costUsd: 5 },
    ]),
  ).toEqual([
    ["free", undefined],
    ["partial", { candidateUsd: 1 }],
    ["whole", { candidateUsd: 5, isOnParetoFront: true }],
  ]);
});
