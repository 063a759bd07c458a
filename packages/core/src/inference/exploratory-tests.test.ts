import { expect, test } from "vitest";
import type { ItemScore, PartScores } from "./column-items.ts";
import { exploratoryTests } from "./exploratory-tests.ts";

const run = (
  values: readonly (number | null)[],
  more: (i: number) => Partial<ItemScore> = () => ({}),
): PartScores[] => [{ part: "", items: values.map((value, i) => ({ id: `id${i}`, value, ...more(i) })) }];
const clustered = (i: number) => ({ cluster: `patient ${Math.floor(i / 2)}` });
const parts = (first: readonly number[], second: readonly number[]): PartScores[] =>
  [first, second].map((values, part) => ({
    part: `subset ${part}`,
    items: values.map((value, i) => ({ id: `id${i}`, value })),
  }));
const ones = (count: number, n: number): number[] => Array.from({ length: n }, (_, i) => (i < count ? 1 : 0));

test("independent 0 and 1 are tested by McNemar with mid-p", () => {
  expect(exploratoryTests([run(ones(10, 20)), run(ones(2, 20))])).toEqual({
    test: "mcnemar",
    pairs: [{ a: 0, b: 1, n: 20, difference: 0.4, p: expect.closeTo(0.00390625, 10) }],
  });
});

test("scores in clusters are tested by a cluster-robust t", () => {
  const found = exploratoryTests([run([1, 1, 1, 1, 1, 0], clustered), run([0, 0, 1, 0, 1, 0], clustered)]);
  // differences of 2, 1 and 0 in three clusters: 0.5, se 0.2887 on 2 degrees of freedom
  expect(found).toEqual({
    test: "cluster-t",
    pairs: [{ a: 0, b: 1, n: 6, difference: 0.5, p: expect.closeTo(0.2254, 4) }],
  });
});

test("only items with the same id and input that both have a score for are compared", () => {
  const first = run([1, 1, null, 1], (i) => ({ inputSha256: `input ${i}` }));
  const other = run([1, 0, 1, 0], (i) => ({ inputSha256: i === 3 ? "changed" : `input ${i}` }));
  expect(exploratoryTests([first, other])?.pairs).toEqual([
    { a: 0, b: 1, n: 2, difference: 0.5, p: expect.closeTo(0.5, 10) },
  ]);
});

test("several rows of an item count once, as their mean", () => {
  const repeated = [{ part: "", items: [1, 0, 1, 1].map((value, i) => ({ id: `id${Math.floor(i / 2)}`, value })) }];
  expect(exploratoryTests([repeated, run([0, 0])])).toEqual({
    test: "cluster-t",
    pairs: [{ a: 0, b: 1, n: 2, difference: 0.75, p: expect.closeTo(0.2048, 4) }],
  });
});

test("the difference over several runs is the mean of the runs' differences", () => {
  const found = exploratoryTests([parts([1, 1, 0, 1], [1, 0]), parts([0, 0, 0, 0], [0, 0])]);
  expect(found?.pairs).toEqual([{ a: 0, b: 1, n: 6, difference: 0.625, p: expect.closeTo(0.19245, 5) }]);
});

test("a ratio of sums has no test", () => {
  const ratios = run([1, 0], () => ({ weight: 3 }));
  expect(exploratoryTests([ratios, ratios])).toBeUndefined();
});

test("models without a common item, and one item, have no t-test", () => {
  expect(exploratoryTests([run([0.5, null]), run([null, 0.5])])?.pairs).toEqual([]);
  expect(exploratoryTests([run([0.5]), run([0.25])])?.pairs).toEqual([]);
});
