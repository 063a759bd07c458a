import type { Leaderboard, LeaderboardRun, Table } from "@medhelm/core/release/leaderboard/leaderboard";
import { expect, it } from "vitest";
import { siteOf } from "../release/site.ts";
import { groupChoices, groupViews, otherViews, viewChoices } from "./other-view.ts";

const run = (slug: string, suite: string, mainValue: number): LeaderboardRun => ({
  slug,
  suite,
  run: slug,
  benchmark: "b",
  model: slug,
  modelDeployment: slug,
  access: "public",
  hasPages: false,
  instances: 10,
  scored: 10,
  mainMetric: "m",
  mainValue,
  mainRange: { min: 0, max: 1 },
  stats: {},
  judges: [],
  origin: "medhelm",
});
const row = (model: string, cell: Table["rows"][number]["cells"][number]): Table["rows"][number] => ({
  model,
  modelDeployment: model,
  meanWinRate: 0.5,
  winRateColumns: 1,
  ranking: { value: 0.5 },
  cells: [cell],
});
/** Model "both" has a run in each of two suites, and "late" in the second one only. */
const leaderboard: Leaderboard = {
  formatVersion: 1,
  name: "r",
  kind: "release",
  date: "2026-11-23",
  profile: "corrected",
  suites: ["first", "second"],
  schema: "s",
  rootGroup: "all",
  models: [],
  groups: [{ name: "all", displayName: "All", description: "", subgroups: ["b"], category: "" }],
  tables: [
    {
      group: "all",
      title: "All",
      description: "",
      columns: [{ group: "b", groupDisplayName: "B", metric: "m", metricDisplayName: "M", lowerIsBetter: false }],
      rows: [
        row("both", { value: 0.5, instances: 20, scored: 20, runs: ["both-1", "both-2"], otherProfile: 0.25 }),
        row("late", { value: 0.75, instances: 10, scored: 10, runs: ["late-2"], otherProfile: 0.125 }),
      ],
    },
  ],
  runs: [run("both-1", "first", 0.375), run("both-2", "second", 0.625), run("late-2", "second", 0.75)],
  notices: [],
};
const shownIn = (path: string) => {
  const [table] = otherViews(leaderboard).find((view) => view.path === path)?.leaderboard.tables ?? [];
  return table?.rows.map(({ model, meanWinRate, cells }) => [model, cells[0]?.value, cells[0]?.instances, meanWinRate]);
};

it("the ranking under the other profile has its values and its win rates", () => {
  expect(shownIn("profiles/helm")).toEqual([
    ["both", 0.25, 20, 1],
    ["late", 0.125, 10, 0],
  ]);
});

it("the ranking of a suite has the models, scores and counts of its runs alone", () => {
  expect(shownIn("suites/first")).toEqual([["both", 0.375, 10, null]]);
  expect(shownIn("suites/second")).toEqual([
    ["both", 0.625, 10, 0],
    ["late", 0.75, 10, 1],
  ]);
});

it("another profile or suite has no ranks, because they are the release's", () => {
  expect(otherViews(leaderboard).flatMap((view) => view.leaderboard.tables.flatMap(({ rows }) => rows))).not.toEqual(
    expect.arrayContaining([expect.objectContaining({ ranking: expect.anything() })]),
  );
});

it("a reader chooses between profiles and between suites", () => {
  expect(viewChoices(siteOf(leaderboard, "/x/"))).toEqual([
    {
      name: "Scores",
      choices: [
        { path: "", label: "Corrected scoring", href: "/x/" },
        { path: "profiles/helm", label: "HELM scoring", href: "/x/profiles/helm/" },
      ],
    },
    {
      name: "Suite",
      choices: [
        { path: "", label: "All suites", href: "/x/" },
        { path: "suites/first", label: "first", href: "/x/suites/first/" },
        { path: "suites/second", label: "second", href: "/x/suites/second/" },
      ],
    },
  ]);
});

it("a release of one suite with a value that the other profile lacks has no other view", () => {
  const tables = leaderboard.tables.map((table) => ({
    ...table,
    rows: table.rows.map((one) => ({ ...one, cells: one.cells.map(({ otherProfile: _other, ...cell }) => cell) })),
  }));
  expect(otherViews({ ...leaderboard, suites: ["first"], tables })).toEqual([]);
});

const category = { name: "cat", displayName: "Cat", description: "", subgroups: ["b"], category: "" };
const withCategory = siteOf(
  {
    ...leaderboard,
    groups: [...leaderboard.groups, category],
    tables: [...leaderboard.tables, ...leaderboard.tables.map((table) => ({ ...table, group: "cat" }))],
  },
  "/x/",
);

it("a category has the other scoring and each suite at addresses of its own", () => {
  expect(groupViews(withCategory).map(({ path, phrase }) => [path, phrase])).toEqual([
    ["groups/cat/profiles/helm", "in Cat under HELM scoring"],
    ["groups/cat/suites/first", "in Cat by the runs of suite first"],
    ["groups/cat/suites/second", "in Cat by the runs of suite second"],
  ]);
});

it("a reader of a category chooses between its profiles and between its suites", () => {
  expect(groupChoices(withCategory, "cat")).toEqual([
    {
      name: "Scores",
      choices: [
        { path: "", label: "Corrected scoring", href: "/x/groups/cat/" },
        { path: "groups/cat/profiles/helm", label: "HELM scoring", href: "/x/groups/cat/profiles/helm/" },
      ],
    },
    {
      name: "Suite",
      choices: [
        { path: "", label: "All suites", href: "/x/groups/cat/" },
        { path: "groups/cat/suites/first", label: "first", href: "/x/groups/cat/suites/first/" },
        { path: "groups/cat/suites/second", label: "second", href: "/x/groups/cat/suites/second/" },
      ],
    },
  ]);
});

it("a category whose runs are all of one suite has no choice of suites", () => {
  const runs = leaderboard.runs.map((one) => ({ ...one, suite: "first" }));
  expect(
    groupViews({ ...withCategory, leaderboard: { ...withCategory.leaderboard, runs } }).map(({ path }) => path),
  ).toEqual(["groups/cat/profiles/helm"]);
});
