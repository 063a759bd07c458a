import { expect, test } from "vitest";
import { benchmarkTests } from "./benchmark-tests.ts";

test("the variance of an average is that of benchmarks within categories", () => {
  const categories = ["a", "a", "b", "b", "b"];
  const found = benchmarkTests({ models: 1, categories, values: Float64Array.of(0.2, 0.4, 0.5, 0.8, 0.8) });
  // (2 · 0.02 + 3 · 0.03) / 25
  expect(found?.variances[0]).toBeCloseTo(0.0052, 12);
  expect(found?.degrees).toBe(3);
});

test("two models are compared by t of their paired differences, with both orders as one family", () => {
  // differences 0.1, 0.2 and 0.3: t = 2√3 with 2 degrees of freedom, p = 0.0370899
  const values = Float64Array.of(0.5, 0.4, 0.6, 0.4, 0.7, 0.4);
  const found = benchmarkTests({ models: 2, categories: ["", "", ""], values });
  expect(found?.adjustedP[1]).toBeCloseTo(0.0741799, 6);
  expect(found?.adjustedP[2]).toBeCloseTo(0.9629101, 6);
  expect(found?.adjustedP[0]).toBeNaN();
});

test("a constant difference counts by its sign on each benchmark", () => {
  const values = Float64Array.of(0.5, 0.25, 0.75, 0.5, 1, 0.75);
  expect(benchmarkTests({ models: 2, categories: ["", "", ""], values })?.adjustedP[1]).toBe(0.25);
});

test("equal models are not better than each other", () => {
  const values = Float64Array.of(0.5, 0.5, 0.75, 0.75);
  const found = benchmarkTests({ models: 2, categories: ["", ""], values });
  expect([found?.adjustedP[1], found?.adjustedP[2]]).toEqual([1, 1]);
});

test("categories of one benchmark form a category together", () => {
  const values = Float64Array.of(0.2, 0.4, 0.5, 0.8);
  expect(benchmarkTests({ models: 1, categories: ["a", "a", "b", "c"], values })?.degrees).toBe(2);
  expect(benchmarkTests({ models: 1, categories: ["a", "a", "a", "c"], values })?.degrees).toBe(3);
});

test("one benchmark says nothing about others", () => {
  expect(benchmarkTests({ models: 1, categories: ["a"], values: Float64Array.of(1) })).toBeUndefined();
});
