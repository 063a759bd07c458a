import type { Leaderboard } from "@medhelm/core/release/leaderboard/leaderboard";
import { expect, it } from "vitest";
import { cautionsFor } from "./cautions.ts";

type Run = Leaderboard["runs"][number];

const run = (change: Partial<Run>): Run => ({
  slug: "s",
  suite: "a",
  run: "b:model=x",
  benchmark: "med_qa",
  model: "org/small",
  modelDeployment: "org/small",
  access: "public",
  hasPages: false,
  instances: 1,
  mainMetric: "m",
  mainValue: 1,
  stats: {},
  judges: [],
  origin: "medhelm",
  ...change,
});

const leaderboard = (...notices: string[]): Leaderboard => ({
  formatVersion: 1,
  name: "r",
  kind: "release",
  date: "2026-01-01",
  profile: "helm",
  suites: [],
  schema: "packaged",
  rootGroup: "all",
  models: ["org/small", "org/small-mini"].map((name) => ({
    name,
    displayName: name,
    organization: "",
    access: "",
    description: "",
    isBaseline: false,
  })),
  groups: [{ name: "med_qa", displayName: "MedQA", description: "", subgroups: [], category: "" }],
  tables: [],
  runs: [],
  notices,
});

const judges = [{ name: "j", model: "j", standIn: true }];

it("the front page has all cautions, and a page without runs has none", () => {
  const release = leaderboard("First by mean win rate is X.", "Something else.");
  expect(cautionsFor(release, "home")).toHaveLength(2);
  expect(cautionsFor(release, { runs: [] })).toEqual([]);
});

it.each([
  ["First by mean win rate is org/small.", {}, false],
  ["These models judged their own answers: org/small.", { judges }, true],
  ["These models judged their own answers: org/small.", {}, false],
  ["These models judged their own answers: org/small-mini.", { judges }, false],
  ["3 of 9 runs use data that are not public. Their prompts are not shown.", {}, false],
  ["3 of 9 runs use data that are not public. Their prompts are not shown.", { access: "gated" } as const, true],
  ["The scores of these suites are those of published tables, without instances.", { origin: "table" } as const, true],
  ["The scores of these suites are those of published tables, without instances.", {}, false],
  ["Left out: med_qa:model=org_small (1 run: it failed).", {}, true],
  ["Left out: ehr_sql:model=org_small-mini (1 run: it failed).", {}, false],
  ["Custom benchmarks are in a separate table.", {}, false],
  ["Any other sentence.", {}, true],
])("the caution %j on a page of a run with %j: %s", (notice, change, expected) => {
  expect(cautionsFor(leaderboard(notice), { runs: [run(change)] })).toEqual(expected ? [notice] : []);
});
