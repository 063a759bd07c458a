import type { Leaderboard, LeaderboardRun, Table } from "@medhelm/core/release/leaderboard/leaderboard";
import { expect, it } from "vitest";
import { siteOf } from "../release/site.ts";
import { taskChoices } from "./task-choices.ts";

const column = (group: string) => ({
  group,
  groupDisplayName: group,
  metric: "m",
  metricDisplayName: "M",
  lowerIsBetter: false,
});
const run = (benchmark: string, suite: string): LeaderboardRun => ({
  slug: `${benchmark}-${suite}`,
  suite,
  run: benchmark,
  benchmark,
  model: "one",
  modelDeployment: "one",
  access: "public",
  hasPages: false,
  instances: 10,
  mainMetric: "m",
  mainValue: 0.5,
  stats: {},
  judges: [],
  origin: "medhelm",
});
const RUNS = [run("a", "first"), run("b", "first"), run("b", "second"), run("c", "second")];
/** Its public benchmark is "a"; notes have no choice. */
const table = (group: string, benchmarks: readonly string[]): Table => ({
  group,
  title: group,
  description: "",
  columns: benchmarks.map(column),
  rows: [
    {
      model: "one",
      modelDeployment: "one",
      meanWinRate: 0.5,
      winRateColumns: 1,
      cells: benchmarks.map((name) => ({
        value: 0.5,
        instances: 10,
        runs: RUNS.flatMap(({ benchmark, slug }) => (benchmark === name ? [slug] : [])),
      })),
    },
  ],
  ...(benchmarks[0] === "a"
    ? { subsets: [{ access: "public" as const, columns: [0], rows: [{ meanWinRate: null, winRateColumns: 0 }] }] }
    : {}),
});
const group = (name: string, subgroups: string[]) => ({
  name,
  displayName: name,
  description: "",
  subgroups,
  category: "",
});
const leaderboard: Leaderboard = {
  formatVersion: 1,
  name: "r",
  kind: "release",
  date: "2026-11-24",
  profile: "corrected",
  suites: ["first", "second"],
  schema: "s",
  rootGroup: "all",
  models: [],
  groups: [
    group("all", ["care", "notes"]),
    group("care", ["a", "b"]),
    group("notes", ["c"]),
    ...["a", "b", "c"].map((name) => group(name, [])),
  ],
  tables: [table("all", ["a", "b", "c"]), table("care", ["a", "b"]), table("notes", ["c"])],
  runs: RUNS,
  notices: [],
};
const shown = (kept: Parameters<typeof taskChoices>[1]) =>
  taskChoices(siteOf(leaderboard, "/x/"), kept).map(({ name, href, count }) => [name, href, count]);

it("a task has the number of its benchmarks", () => {
  expect(shown({})).toEqual([
    ["Everything", "/x/", "3 benchmarks"],
    ["care", "/x/groups/care/", "2 benchmarks"],
    ["notes", "/x/groups/notes/", "1 benchmark"],
  ]);
});

it("a task of a suite has the number of its benchmarks in the suite, and says when it leads to the release", () => {
  expect(shown({ view: { choice: "Suite", label: "second" } })).toEqual([
    ["Everything", "/x/suites/second/", "2 benchmarks"],
    ["care", "/x/groups/care/suites/second/", "1 benchmark"],
    ["notes", "/x/groups/notes/", "1 benchmark of the release"],
  ]);
});

it("a task of the public benchmarks has their number, and says when it leads to the release", () => {
  expect(shown({ access: "public" })).toEqual([
    ["Everything", "/x/public/", "1 benchmark"],
    ["care", "/x/groups/care/public/", "1 benchmark"],
    ["notes", "/x/groups/notes/", "1 benchmark of the release"],
  ]);
});
