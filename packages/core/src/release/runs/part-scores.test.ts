import { expect, test } from "vitest";
import { partScores } from "./part-scores.ts";
import type { Scores } from "./scores.ts";

const scores = (changes: Partial<Scores>): Scores => ({
  formatVersion: 1,
  suite: "s",
  run: "quiz:model=m",
  benchmark: "quiz",
  model: "m",
  modelDeployment: "m",
  split: "test",
  metrics: [
    { name: "jury", profile: "helm", main: true },
    { name: "jury", profile: "corrected", main: true },
  ],
  rows: [],
  ...changes,
});
const choice = { part: "", metric: "jury", profile: "helm" } as const;

test("a jury's mean is also given without each judge, and under the other profile", () => {
  const rows = [
    { id: "id0", trial: 0, judges: [[4, 5], [1, 2], []], values: [3, 2] },
    { id: "id1", trial: 0, judges: [[5], [3], [4]], values: [4, 3] },
  ];
  const found = partScores(
    scores({ judges: { names: ["gpt", "llama", "claude"], criteria: ["a", "b"] }, rows }),
    choice,
  );
  expect(found?.items.map(({ value }) => value)).toEqual([3, 4]);
  expect([...(found?.otherwise ?? [])]).toEqual([
    ["judge gpt", 2.5],
    ["judge llama", 4.5],
    ["judge claude", 3.5],
    ["profile corrected", 2.5],
  ]);
});

test("a metric that is not the mean of the judges' scores has no value without a judge", () => {
  const rows = [{ id: "id0", trial: 0, judges: [[4], [1]], values: [1, null] }];
  const found = partScores(scores({ judges: { names: ["gpt", "llama"], criteria: ["a"] }, rows }), choice);
  expect([...(found?.otherwise ?? [])]).toEqual([]);
});

test("the value of a ratio is weighed by its denominator", () => {
  const rows: Scores["rows"] = [{ id: "id0", trial: 0, counts: [[1, 4], null], values: [0.25, null] }];
  expect(partScores(scores({ rows }), choice)?.items).toEqual([{ id: "id0", value: 0.25, weight: 4 }]);
});

test("a run without the metric under the profile has no scores", () => {
  expect(partScores(scores({}), { ...choice, metric: "other" })).toBeUndefined();
});
