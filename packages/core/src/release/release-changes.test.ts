import { smallLeaderboard, type SmallLeaderboard } from "@medhelm/testing/fixtures/small-leaderboard";
import { expect, test } from "vitest";
import type { Leaderboard } from "./leaderboard/leaderboard.ts";
import { releaseChanges } from "./release-changes.ts";
import { listedRelease } from "./release-list.ts";

/** A release of one benchmark whose tests find that each model is better than the models that are named after it. */
function release(betterThan: Record<string, string>, more: Partial<SmallLeaderboard> = {}): Leaderboard {
  const models = Object.keys(betterThan);
  const scores = Object.fromEntries(models.map((model) => [model, [0.5]]));
  const board = smallLeaderboard({ scores, benchmarks: { quiz: {} }, ...more });
  const adjustedP = models.map((a) => models.map((b) => (betterThan[a]?.includes(b) === true ? 0.01 : 0.9)));
  const family = { rows: models.map((_, i) => i), columns: [0], sameBenchmarks: { adjustedP } };
  const inference = { level: 0.05, replicates: 1, seed: 1, headline: "sameBenchmarks" as const, families: [family] };
  return { ...board, tables: board.tables.map((table) => (table.group === "all" ? { ...table, inference } : table)) };
}

test("a new model is named, and does not change the rank of models in both releases", () => {
  const { models, moves } = releaseChanges(release({ a: "b", b: "" }), release({ new: "ab", a: "b", b: "" }));
  expect([models, moves]).toEqual([
    { added: ["new"], removed: [] },
    { models: 2, rows: [] },
  ]);
});

test("models whose sets of ranks do not overlap have moved, and models whose sets overlap have not", () => {
  const { moves } = releaseChanges(release({ a: "bc", b: "", c: "" }), release({ a: "", b: "a", c: "a" }));
  expect(moves).toEqual({ models: 3, rows: [{ model: "a", modelDeployment: "a", from: [1, 1], to: [3, 3] }] });
});

test("releases without tests, or with other profiles, have no moves", () => {
  const tested = release({ a: "b", b: "" });
  const untested = smallLeaderboard({ scores: { a: [1], b: [0] }, benchmarks: { quiz: {} } });
  const corrected = { ...tested, profile: "corrected" as const };
  expect(releaseChanges(untested, tested).moves).toBeUndefined();
  expect(releaseChanges(tested, corrected)).toMatchObject({ profile: { from: "helm", to: "corrected" } });
  expect(releaseChanges(tested, corrected).moves).toBeUndefined();
});

const run = (contentSha256: string) => ({ run: () => ({ run: "quiz:model=a", contentSha256 }) });

test("benchmarks and runs are counted as added, removed or replaced", () => {
  const before = smallLeaderboard({ scores: { a: [1] }, benchmarks: { quiz: {} }, ...run("1") });
  const after = smallLeaderboard({ scores: { a: [1] }, benchmarks: { quiz: {} }, ...run("2") });
  const other = smallLeaderboard({ scores: { a: [1] }, benchmarks: { notes: {} } });
  expect(releaseChanges(before, after).runs).toEqual({ added: 0, removed: 0, replaced: 1 });
  expect(releaseChanges(before, other)).toMatchObject({
    benchmarks: { added: ["notes"], removed: ["quiz"] },
    runs: { added: 1, removed: 1, replaced: 0 },
  });
});

test("the line of a release counts models and the benchmarks that have a value", () => {
  const board = smallLeaderboard({ scores: { a: [1, null], b: [0, null] }, benchmarks: { quiz: {}, notes: {} } });
  expect(listedRelease(board, { base: "/r/r/", sha256: "00", previous: undefined })).toEqual({
    name: "r",
    kind: "release",
    base: "/r/r/",
    date: "2026-11-21",
    models: 2,
    benchmarks: 1,
    sha256: "00",
  });
});
