import { expect, test } from "vitest";
import { randomStreams } from "./random-stream.ts";
import { type ReplicateColumn, replicateColumn, replicatedColumn } from "./replicate-column.ts";

const column = (changes: Partial<ReplicateColumn> = {}): ReplicateColumn => ({
  seed: 0,
  name: "quiz",
  replicates: 3,
  models: 1,
  runs: [{ clusters: 3, sums: Float64Array.of(0, 1, 1), counts: Float64Array.of(1, 1, 1) }],
  ...changes,
});
const run = (changes: Partial<ReplicateColumn> = {}) =>
  replicatedColumn(replicateColumn(column(changes)), changes.models ?? 1);

test("the value is the unweighted mean of the runs' means", () => {
  const runs = [
    { clusters: 2, sums: Float64Array.of(1, 1), counts: Float64Array.of(1, 1) },
    { clusters: 4, sums: Float64Array.of(1, 0, 0, 0), counts: Float64Array.of(1, 1, 1, 1) },
  ];
  expect([...run({ runs }).values]).toEqual([0.625]);
});

test("the variance is cluster-robust", () => {
  // mean 0.5, sums of deviations -1, 0 and 1, so 3/2 · 2 / 6²
  const runs = [{ clusters: 3, sums: Float64Array.of(0, 1, 2), counts: Float64Array.of(2, 2, 2) }];
  expect(run({ runs }).variances[0]).toBeCloseTo(3 / 36, 12);
});

test("a replicate depends on the seed, the name and its number only", () => {
  const first = [...run({ replicates: 20 }).replicates];
  expect([...run({ replicates: 40 }).replicates].slice(0, 20)).toEqual(first);
  expect([...run({ replicates: 20, seed: 1 }).replicates]).not.toEqual(first);
  expect([...run({ replicates: 20, name: "other" }).replicates]).not.toEqual(first);
});

test("all models have the same draws", () => {
  const runs = [{ clusters: 3, sums: Float64Array.of(0, 1, 1, 0, 1, 0), counts: Float64Array.of(1, 1, 1, 1, 1, 1) }];
  const { replicates } = run({ models: 2, runs, replicates: 50 });
  for (let b = 0; b < 50; b++) expect((replicates[2 * b] ?? 0) + (replicates[2 * b + 1] ?? 0)).toBeCloseTo(1, 12);
});

test("a model that lacks scores has the mean of its own", () => {
  const runs = [{ clusters: 2, sums: Float64Array.of(1, 0, 1, 0.5), counts: Float64Array.of(1, 0, 1, 1) }];
  const { values, replicates } = run({ models: 2, runs, replicates: 20 });
  expect([...values]).toEqual([1, 0.5]);
  expect(new Set(replicates)).toEqual(new Set([1, 0.5]));
});

test("a stream draws each index about equally often", () => {
  const next = randomStreams(0, "quiz")(0);
  const counts = [0, 0, 0, 0];
  for (let i = 0; i < 4000; i++) {
    const place = next(4);
    counts[place] = (counts[place] ?? 0) + 1;
  }
  expect(counts.every((count) => count > 900 && count < 1100)).toBe(true);
});
