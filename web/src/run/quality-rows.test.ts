import type { LeaderboardRun } from "@medhelm/core/release/leaderboard/leaderboard";
import { expect, test } from "vitest";
import { qualityRows } from "./quality-rows.ts";

const run: LeaderboardRun = {
  slug: "quiz",
  suite: "s",
  run: "quiz:model=a_b",
  benchmark: "quiz",
  model: "a/b",
  modelDeployment: "a/b",
  access: "public",
  hasPages: false,
  instances: 2,
  mainMetric: "exact_match",
  mainValue: 1,
  stats: {},
  judges: [],
  origin: "medhelm",
};

test("a quality that a run did not measure is not shown as 0", () => {
  const withoutTokenizer = { ...run, stats: { num_output_tokens: 0 } };
  expect(qualityRows(withoutTokenizer).map(({ value }) => value)).toEqual(
    Array.from({ length: 7 }, () => "not measured"),
  );
});

test("the worst cases, the calibration and the refusals are those of the run", () => {
  const measured = {
    ...run,
    worstCase: { robustness: 0.5, fairness: 0.75 },
    stats: { ece_10_bin: 0.125 },
    tokens: { prompt: 9, completion: 1_200 },
    replies: { cut: 0, empty: 0, onlyThinking: 0, filtered: 0, lostByCut: 0, refused: 1, deflected: 0 },
  };
  expect(qualityRows(measured).map(({ quality, value }) => `${quality}: ${value}`)).toEqual([
    "Robustness: 0.500",
    "Counterfactual probe: 0.750",
    "Calibration: 0.125",
    "Refusals: 1 reply",
    "Deflections: 0 replies",
    "Efficiency: not measured",
    "Efficiency: 1,200",
  ]);
});
