import type { LeaderboardRun } from "@medhelm/core/release/leaderboard/leaderboard";
import { expect, it } from "vitest";
import { runFacts } from "./facts.ts";

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
  failed: 0,
  mainMetric: "exact_match",
  mainValue: 1,
  stats: {},
  judges: [],
  origin: "medhelm",
};
const efficiency = (more: Partial<LeaderboardRun>) =>
  runFacts({ ...run, ...more }).filter(([name]) => name === "Tokens" || name === "Cost");

it("a run shows its tokens and its cost if they are known, and no cost is rounded to 0", () => {
  expect(efficiency({})).toEqual([]);
  expect(efficiency({ tokens: { prompt: 12_345, completion: 67 }, costUsd: 1.5 })).toEqual([
    ["Tokens", "12,345 in prompts, 67 in answers, counted by the provider"],
    ["Cost", "$1.50 without judges"],
  ]);
  expect(efficiency({ costUsd: 0.000_001_234 })).toEqual([["Cost", "$0.0000012 without judges"]]);
});

const judges = (origin: LeaderboardRun["origin"]) =>
  runFacts({ ...run, origin }).find(([name]) => name === "Judges")?.[1];

it("the judges of an imported score are unknown, and a run without judges has none", () => {
  expect([judges("table"), judges("medhelm")]).toEqual(["unknown", "none"]);
});

const wording = (more: Partial<LeaderboardRun>) =>
  runFacts({ ...run, ...more }).find(([name]) => name === "Prompt wording")?.[1];

it("a run shows the wording of its prompts once, also if the judges' prompts have another one or HELM made the run", () => {
  expect(wording({ prompts: "own 1", wording: "own" })).toBe("own (this software's words, not HELM's), version 1");
  expect(wording({ prompts: "own 1", wording: "custom" })).toBe(
    "own (this software's words, not HELM's), version 1, with judge prompts of another origin",
  );
  expect(wording({ wording: "helm" })).toBe("HELM's wording");
  expect(wording({})).toBe("not recorded");
});
