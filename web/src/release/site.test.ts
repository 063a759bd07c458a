import type { Leaderboard } from "@medhelm/core/release/leaderboard/leaderboard";
import { expect, it } from "vitest";
import { chunkPages, siteOf } from "./site.ts";

const group = (name: string, subgroups: string[] = []) => ({
  name,
  displayName: name,
  description: "",
  subgroups,
  category: "",
});
const release = (rootGroup: string, groups: Leaderboard["groups"]): Leaderboard => ({
  formatVersion: 1,
  name: "r",
  kind: "release",
  date: "2026-11-21",
  profile: "helm",
  suites: [],
  schema: "packaged",
  rootGroup,
  models: [],
  groups,
  tables: [],
  runs: [],
  notices: [],
});

it("the root is the front page, categories and benchmarks have their own pages, other names have no page", () => {
  const { link } = siteOf(release("all", [group("all", ["c"]), group("c", ["a/b"]), group("a/b")]), "/x");
  expect(["all", "c", "a/b", "gone"].map((name) => link.group(name))).toEqual([
    "/x/",
    "/x/groups/c/",
    "/x/benchmarks/a_b/",
    undefined,
  ]);
});

it("a group within a category is a subcategory with a page, and the benchmark stays in the category", () => {
  const groups = [group("all", ["c"]), group("c", ["a", "b"]), group("s", ["b"]), group("a"), group("b")];
  const { categories, subcategories, categoryOf, link } = siteOf(release("all", groups), "/");
  expect([categories.map(({ name }) => name), subcategories.map(({ name }) => name)]).toEqual([["c"], ["s"]]);
  expect([categoryOf("b")?.name, link.group("s")]).toEqual(["c", "/groups/s/"]);
});

it("a release of a single benchmark still has a page for that benchmark", () => {
  const { benchmarks, categories, link } = siteOf(release("only", [group("only")]), "/");
  expect([benchmarks.map(({ name }) => name), categories, link.group("only")]).toEqual([
    ["only"],
    [],
    "/benchmarks/only/",
  ]);
});

const pages = (count: number) => ({ slug: "r", pages: { folder: "runs/s/.generations/public/r/1-0/pages/", count } });

it("the page of a run links its first 20 data files, so that the site does not grow with the instances", () => {
  expect(chunkPages(pages(3))).toEqual([1, 2, 3]);
  expect(chunkPages(pages(15_000))).toEqual(chunkPages(pages(20)));
});
