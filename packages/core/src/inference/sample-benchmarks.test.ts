import { expect, test } from "vitest";
import { sampleBenchmarks } from "./sample-benchmarks.ts";

const sampling = { seed: 0, replicates: 4000, models: 1 };

test("the spread of the replicates is the standard error of the stratified mean", () => {
  const categories = ["a", "a", "b", "b", "b"];
  const sampled = sampleBenchmarks({ ...sampling, categories, values: Float64Array.of(0.2, 0.4, 0.5, 0.8, 0.8) });
  // (2 · 0.02 + 3 · 0.03) / 25
  expect(sampled?.variances[0]).toBeCloseTo(0.0052, 12);
  expect(sampled?.degrees).toBe(3);
  const deviations = [...(sampled?.replicates ?? [])].map((value) => (value - (sampled?.values[0] ?? 0)) ** 2);
  expect(deviations.reduce((sum, square) => sum + square, 0) / 4000).toBeCloseTo(0.0052, 3);
});

test("categories of one benchmark form a category together", () => {
  const values = Float64Array.of(0.2, 0.4, 0.5, 0.8);
  expect(sampleBenchmarks({ ...sampling, categories: ["a", "a", "b", "c"], values })?.degrees).toBe(2);
  expect(sampleBenchmarks({ ...sampling, categories: ["a", "a", "a", "c"], values })?.degrees).toBe(3);
});

test("one benchmark says nothing about others", () => {
  expect(sampleBenchmarks({ ...sampling, categories: ["a"], values: Float64Array.of(1) })).toBeUndefined();
});
