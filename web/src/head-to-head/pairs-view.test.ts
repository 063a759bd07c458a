import type { Leaderboard, Table } from "@medhelm/core/release/leaderboard/leaderboard";
import { expect, it } from "vitest";
import { siteOf } from "../release/site.ts";
import { comparedGroups } from "./compared-groups.ts";
import { pairsViews, standing } from "./pairs-view.ts";

type Inference = NonNullable<Table["inference"]>;
type Pairs = Inference["families"][number]["sameBenchmarks"];

const group = (name: string, subgroups: string[]) => ({
  name,
  displayName: name,
  description: "",
  subgroups,
  category: "",
});

/** A table of the models a, b, ...; `values` are their averages. */
function table(name: string, values: readonly number[], pairs: Pairs, more: Partial<Table> = {}): Table {
  const columns = ["x", "y"].map((benchmark) => ({
    group: benchmark,
    groupDisplayName: benchmark,
    metric: "m",
    metricDisplayName: "m",
    lowerIsBetter: false,
  }));
  const rows = values.map((value, i) => ({
    model: "abcdef".charAt(i),
    modelDeployment: "abcdef".charAt(i),
    meanWinRate: 0.5,
    winRateColumns: 2,
    cells: [],
    ranking: {
      value,
      otherBenchmarks: { rankSet: [1, values.length] as [number, number], letters: ["a"], mayBeBest: true },
    },
  }));
  const inference: Inference = {
    level: 0.05,
    replicates: 2000,
    seed: 0,
    headline: "otherBenchmarks",
    families: [
      {
        rows: values.map((_, i) => i),
        columns: [0, 1],
        sameBenchmarks: { undefinedBecause: "2 of 2 benchmarks lack scores of instances" },
        otherBenchmarks: pairs,
      },
    ],
  };
  return { group: name, title: name, description: "", columns, rows, inference, ...more };
}

const site = (...tables: Table[]) => {
  const leaderboard: Leaderboard = {
    formatVersion: 1,
    name: "r",
    kind: "release",
    date: "2026-11-21",
    profile: "helm",
    suites: [],
    schema: "packaged",
    rootGroup: "all",
    models: ["a", "b", "c"].map((name) => ({
      name,
      displayName: `Model ${name}`,
      organization: "",
      access: "open",
      description: "",
      isBaseline: false,
    })),
    groups: [group("all", ["x", "y"]), group("notes", ["x", "y"])],
    tables,
    runs: [],
    notices: [],
  };
  return siteOf(leaderboard, "/");
};

// c is better than a; b cannot be told from either
const P: Pairs = {
  adjustedP: [
    [null, 0.8, 1],
    [0.4, null, 0.9],
    [0.05, 0.3, null],
  ],
};

it("a pair is told apart at the level of the family, in both of its cells, best model first", () => {
  const root = table("all", [0.2, 0.4, 0.6], P);
  const [view] = pairsViews(site(root), root);
  expect(view?.finding).toBe("One of 3 pairs of models can be told apart");
  expect(view?.matrix?.models.map(({ name }) => name)).toEqual(["Model c", "Model b", "Model a"]);
  expect(view?.matrix?.pairs.map((row) => row.map((pair) => pair?.verdict))).toEqual([
    [undefined, "even", "up"],
    ["even", undefined, "even"],
    ["down", "even", undefined],
  ]);
  expect(view?.matrix?.pairs[0]?.[2]?.href).toBe("/compare/?models=c,a");
});

it("a row says which models it is better or worse than, in words", () => {
  const root = table("all", [0.2, 0.4, 0.6], P);
  expect(
    pairsViews(site(root), root)[0]?.rows.map((row) => [row.name, row.better, row.even, row.worse, standing(row)]),
  ).toEqual([
    ["Model c", 1, 1, 0, "better than Model a"],
    ["Model b", 0, 2, 0, "cannot be told from any other model"],
    ["Model a", 0, 1, 1, "worse than Model c"],
  ]);
});

it("without single pairs, the rank ranges give the counts and there is no matrix", () => {
  const root = table("all", [0.2, 0.4, 0.6], {});
  const [view] = pairsViews(site(root), root);
  expect([view?.matrix, view?.finding]).toEqual([undefined, "No two of the three models can be told apart"]);
  expect(view?.rows.map(({ better, even, worse }) => [better, even, worse])).toEqual([
    [0, 2, 0],
    [0, 2, 0],
    [0, 2, 0],
  ]);
});

it("a table without an answer gives the reason", () => {
  const root = table("all", [0.2, 0.4], { undefinedBecause: "a category has one benchmark" });
  expect(pairsViews(site(root), root)[0]).toMatchObject({
    finding: "No pair of models can be compared",
    question: "A category has one benchmark.",
    rows: [],
  });
});

it("a single model has no pair, and an older release has no view", () => {
  const one = table("all", [0.2], { adjustedP: [[null]] });
  expect(pairsViews(site(one), one)[0]?.question).toBe("Only one model has all benchmarks, so there is no pair.");
  const { inference: _, ...older } = one;
  expect(pairsViews(site(older), older)).toEqual([]);
});

it("a category of several benchmarks has a page with its finding", () => {
  const found = comparedGroups(site(table("all", [0.2, 0.4, 0.6], P), table("notes", [0.2, 0.4, 0.6], P)));
  expect(found).toEqual([
    {
      group: "notes",
      name: "notes",
      slug: "notes",
      href: "/head-to-head/notes/",
      finding: "One of 3 pairs of models can be told apart",
    },
  ]);
});
