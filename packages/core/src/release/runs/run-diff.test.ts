import { manifestOf } from "@medhelm/testing/fixtures/manifest";
import { expect, test } from "vitest";
import { diffRuns } from "./run-diff.ts";
import { Scores } from "./scores.ts";

const manifest = manifestOf({ code: { version: "1" } });

const scores = (...rows: readonly [id: string, hash: string, value: number | null][]): Scores =>
  Scores.parse({
    formatVersion: 1,
    suite: "s",
    run: "r",
    benchmark: "quiz",
    model: "m",
    modelDeployment: "m",
    split: "test",
    metrics: [{ name: "em", profile: "helm", main: true }],
    rows: rows.map(([id, inputSha256, value]) => ({ id, trial: 0, inputSha256, values: [value] })),
  });

test("counts common instances with another score, and no instance whose input differs", () => {
  const before = { manifest, scores: scores(["a", "1", 0], ["b", "1", 1], ["c", "1", 0], ["d", "1", 1]) };
  const after = { manifest, scores: scores(["a", "1", 1], ["b", "1", 0], ["c", "2", 1], ["e", "1", 1]) };
  expect(diffRuns(before, after)).toEqual({
    reasons: [],
    instances: { common: 2, otherInput: 1, onlyBefore: 1, onlyAfter: 1 },
    metrics: [{ name: "em", profile: "helm", before: 0.5, after: 0.75, larger: 1, smaller: 1 }],
  });
});

test("names the metric versions of answers that were scored again", () => {
  const [before, after] = ["derived-00000000000a", "derived-00000000000b"];
  const runs = [before, after].map((derived) => ({ manifest: { ...manifest, derived } }));
  expect(diffRuns(runs[0] ?? {}, runs[1] ?? {}).reasons).toEqual([{ what: "metric version", before, after }]);
});

test("names other prompts and another version of the code", () => {
  const after = { manifest: { ...manifest, prompts: "own 2", code: { version: "2" } } };
  expect(diffRuns({ manifest }, after).reasons).toEqual([
    { what: "prompts", before: "own 1", after: "own 2" },
    { what: "code version", before: "1", after: "2" },
  ]);
});
