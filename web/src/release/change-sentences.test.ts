import type { ReleaseChanges } from "@medhelm/core/release/release-changes";
import { expect, test } from "vitest";
import { changeSentences } from "./change-sentences.ts";

const same: ReleaseChanges = {
  previous: { name: "r1", date: "2026-01-01" },
  models: { added: [], removed: [] },
  benchmarks: { added: [], removed: [] },
  runs: { added: 0, removed: 0, replaced: 0 },
};
const names = { model: (name: string) => name.toUpperCase(), benchmark: (name: string) => `the ${name}` };

test("a release with the same results says so, and says that no model has moved", () => {
  expect(changeSentences({ ...same, moves: { models: 3, rows: [] } }, names)).toEqual([
    "All runs have the same results.",
    "No model of the 3 that both releases rank has clearly moved.",
  ]);
});

test("new and removed names, numbers of runs and moves are sentences, and long lists are cut", () => {
  const changes: ReleaseChanges = {
    ...same,
    models: { added: ["a", "b", "c", "d", "e", "f", "g", "h"], removed: ["z"] },
    benchmarks: { added: ["quiz"], removed: [] },
    runs: { added: 8, removed: 1, replaced: 2 },
    moves: { models: 5, rows: [{ model: "m", modelDeployment: "m", from: [1, 2], to: [4, 5] }] },
  };
  expect(changeSentences(changes, names)).toEqual([
    "New models: A, B, C, D, E, F and 2 more.",
    "Removed model: Z.",
    "New benchmark: the quiz.",
    "8 new runs, 2 runs with other results and 1 removed run.",
    "Clearly moved, of the 5 that both releases rank: M (rank 1–2 before, 4–5 now).",
  ]);
});

test("ranks of another profile are not compared", () => {
  expect(changeSentences({ ...same, profile: { from: "helm", to: "corrected" } }, names).at(-1)).toBe(
    "The scores follow another profile: corrected scoring instead of HELM scoring. Ranks are not compared.",
  );
});
