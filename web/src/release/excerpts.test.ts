import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { LeaderboardRun } from "@medhelm/core/release/leaderboard/leaderboard";
import { smallLeaderboard } from "@medhelm/testing/fixtures/small-leaderboard";
import { afterEach, beforeEach, expect, it } from "vitest";
import { excerptsOf } from "./excerpts.ts";

let tree: string;
beforeEach(() => (tree = mkdtempSync(join(tmpdir(), "medhelm-excerpts-"))));
afterEach(() => rmSync(tree, { recursive: true, force: true }));

const release = () => join(tree, "releases", "R");
const write = (file: string, metric = "exact_match") => {
  mkdirSync(dirname(join(tree, file)), { recursive: true });
  const instances = [{ id: "id1", question: "Which?", answer: "B", references: ["A"] }];
  writeFileSync(join(tree, file), JSON.stringify({ formatVersion: 1, metric, instances }));
};
const run = (more: Partial<LeaderboardRun> = {}): LeaderboardRun => {
  const [one] = smallLeaderboard({ benchmarks: { quiz: {} }, scores: { a: [0.5] } }).runs;
  if (one === undefined) throw new Error("there is no run");
  return { ...one, slug: "one", access: "public", hasPages: true, mainMetric: "exact_match", ...more };
};
const ids = (one: LeaderboardRun) => [...excerptsOf(release(), one).keys()];

it("the excerpts of a sealed run come from its generation, and those of other runs from the release", () => {
  write("runs/s/.generations/public/x/pages/worst.json");
  expect(ids(run({ pages: { folder: "runs/s/.generations/public/x/pages/", count: 1 } }))).toEqual(["id1"]);
  write("releases/R/pages/one/worst.json");
  expect(ids(run())).toEqual(["id1"]);
});

it.each(["gated", "private", "local"] as const)("a %s run has no excerpts, although its file exists", (access) => {
  write("releases/R/pages/one/worst.json");
  expect(ids(run({ access }))).toEqual([]);
});

it("an older run, and one whose file has another metric, have none", () => {
  expect(ids(run({ slug: "two" }))).toEqual([]);
  write("releases/R/pages/one/worst.json", "f1");
  expect(ids(run())).toEqual([]);
});
