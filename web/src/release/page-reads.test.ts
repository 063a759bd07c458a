import { smallLeaderboard } from "@medhelm/testing/fixtures/small-leaderboard";
import { expect, it, onTestFinished } from "vitest";
import { collectReads, recordedLeaderboard, sharedByPages } from "./page-reads.ts";

const RELEASE = smallLeaderboard({ scores: { a: [0.5] }, benchmarks: { q: {} } });

/** The parts of the release that a page reads. */
function readsOf(page: (release: typeof RELEASE) => unknown): string[] {
  const reads: string[] = [];
  collectReads((key, isShared) => reads.push(isShared ? `shared ${key}` : key));
  onTestFinished(() => collectReads(undefined));
  page(recordedLeaderboard(RELEASE));
  return reads;
}

it("a field of a model, a group, a table or a run is a read of its own", () => {
  expect(readsOf(({ models, groups }) => [models[0]?.displayName, groups[0]?.name])).toEqual([
    "models/0/displayName",
    "groups/0/name",
  ]);
});

it("a field of the release is a read", () => {
  expect(readsOf(({ notices, profile }) => [notices, profile])).toEqual(["notices", "profile"]);
});

it("a copy of a model reads which fields it has, and each field", () => {
  expect(readsOf(({ models }) => ({ ...models[0] }))).toContain("models/0/fields");
  expect(readsOf(({ models }) => ({ ...models[0] }))).toContain("models/0/access");
});

it("the question whether a field exists is a read", () => {
  expect(readsOf(({ models: [model] }) => model !== undefined && "parameters" in model)).toEqual([
    "models/0/parameters",
  ]);
});

it("what all pages share is marked", () => {
  expect(readsOf((release) => sharedByPages(() => release.rootGroup))).toEqual(["shared rootGroup"]);
});
