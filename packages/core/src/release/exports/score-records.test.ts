import { expect, test } from "vitest";
import type { LeaderboardRun } from "../leaderboard/leaderboard.ts";
import { scoreRecords } from "./score-records.ts";
import type { Scores } from "../runs/scores.ts";

const runOf = (access: LeaderboardRun["access"], model = "m"): LeaderboardRun => ({
  slug: "x",
  suite: "s",
  run: `quiz:model=${model}`,
  benchmark: "quiz",
  model,
  modelDeployment: model,
  access,
  hasPages: false,
  instances: 2,
  mainMetric: "exact_match",
  mainValue: 1,
  stats: {},
  judges: [],
  origin: "medhelm",
});
const scoresOf = (rows: Scores["rows"]): Scores => ({
  formatVersion: 1,
  suite: "s",
  run: "r",
  benchmark: "quiz",
  model: "m",
  modelDeployment: "m",
  split: "test",
  metrics: [
    { name: "exact_match", profile: "helm", main: true },
    { name: "exact_match", profile: "corrected", main: true },
  ],
  rows,
});
const row = (id: string, more: object = {}) => ({ id, trial: 0, values: [1, null], ...more });
const secret = { cluster: "Ms Example", stratum: "ward 7", inputSha256: "abc", gold: "yes", given: "no" };

test("a public run has its ids, clusters and labels, with a record for each metric", () => {
  const records = [...scoreRecords()(runOf("public"), scoresOf([row("id0", secret)]))];
  expect(records).toEqual([
    {
      suite: "s",
      run: "quiz:model=m",
      benchmark: "quiz",
      model: "m",
      model_deployment: "m",
      access: "public",
      id: "id0",
      input_sha256: "abc",
      trial: 0,
      repeat: null,
      cluster: "Ms Example",
      stratum: "ward 7",
      gold: "yes",
      given: "no",
      metric: "exact_match",
      profile: "helm",
      is_main: true,
      score: 1,
    },
    expect.objectContaining({ profile: "corrected", score: null }),
  ]);
});

test.each(["gated", "private", "local"] as const)(
  "a run with %s data has numbers only, which are the same for an instance in all runs",
  (access) => {
    const records = scoreRecords();
    const first = [...records(runOf(access), scoresOf([row("patient 4711", secret), row("patient 12", secret)]))];
    const second = [...records(runOf(access, "n"), scoresOf([row("patient 12", secret), row("patient 5")]))];
    const shown = [...first, ...second]
      .filter(({ profile }) => profile === "helm")
      .map((record) => ["id", "cluster", "stratum", "input_sha256", "gold", "given"].map((name) => record[name]));
    expect(shown).toEqual([
      ["1", "1", "1", null, null, null],
      ["2", "1", "1", null, null, null],
      ["2", "1", "1", null, null, null],
      ["3", null, null, null, null, null],
    ]);
    expect(JSON.stringify([...first, ...second])).not.toMatch(/patient|Example|ward|abc|yes/);
  },
);

test("instances of one id with other inputs have other numbers", () => {
  const rows = [row("id0", { inputSha256: "a" }), row("id0", { inputSha256: "b" })];
  const ids = [...scoreRecords()(runOf("private"), scoresOf(rows))].map(({ id }) => id);
  expect(ids).toEqual(["1", "1", "2", "2"]);
});
