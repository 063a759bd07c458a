import { expect, test } from "vitest";
import { type AltTestInput, altTest } from "./alt-test.ts";

const items = Array.from({ length: 40 }, (_, i) => `i${i}`);
const rated = (rating: (i: number) => number) => new Map(items.map((item, i) => [item, rating(i)]));
const input = (humans: Record<string, Map<string, number>>, judge: Map<string, number>): AltTestInput => ({
  humans: new Map(Object.entries(humans)),
  judge,
  score: "negative RMSE",
  epsilon: 0.2,
  q: 0.05,
  minHumansPerItem: 2,
  minItemsPerHuman: 30,
});
const steady = rated((i) => (i % 5) + 1);

test("a judge that rates as the humans do replaces them", () => {
  const result = altTest(input({ a: steady, b: steady, c: rated((i) => ((i + 1) % 5) + 1) }, steady));
  expect(result).toMatchObject({ raters: ["a", "b", "c"], advantage: [1, 1, 1], winningRate: 1, passes: true });
});

test("a judge that is far from all humans replaces none", () => {
  const result = altTest(
    input(
      { a: steady, b: steady },
      rated((i) => 6 - ((i % 5) + 1)),
    ),
  );
  expect(result).toMatchObject({ advantage: [0.2, 0.2], winningRate: 0, passes: false });
});

test("humans with fewer than 30 items decide nothing", () => {
  const few = new Map([...steady].slice(0, 10));
  expect(altTest(input({ a: few, b: few }, steady))).toEqual({ raters: [], p: [], advantage: [] });
});

test("an item that only one human rated does not count", () => {
  const half = new Map([...steady].slice(0, 31));
  expect(altTest(input({ a: steady, b: half }, steady)).raters).toEqual(["a", "b"]);
  expect(altTest({ ...input({ a: steady, b: half }, steady), minItemsPerHuman: 32 }).raters).toEqual([]);
});
