import { expect, test } from "vitest";
import { detectableDifferences } from "./detectable-differences.ts";

/** One run of single items: `scores[model][item]`. */
const column = (scores: readonly (readonly number[])[]) => {
  const items = scores[0]?.length ?? 0;
  const flat = (of: (model: number, item: number) => number) =>
    Float64Array.from({ length: items * scores.length }, (_, at) =>
      of(at % scores.length, Math.floor(at / scores.length)),
    );
  const run = { clusters: items, sums: flat((model, item) => scores[model]?.[item] ?? 0), counts: flat(() => 1) };
  return { models: [...scores.keys()], runs: [run], items };
};
const alternating = Array.from({ length: 100 }, (_, i) => i % 2);
const zeros = Array.from({ length: 100 }, () => 0);

test("two models whose differences vary by 0.5 on 100 items detect 0.14", () => {
  // sd with n - 1: 0.50252; se 0.050252; (1.959964 + 0.841621) se, and 2.8 se
  expect(detectableDifferences(column([alternating, zeros]), true)).toEqual({
    comparisons: 1,
    difference: expect.closeTo(0.140785, 6),
    differencePaper: expect.closeTo(0.140705, 6),
    itemsFor5Points: 793,
  });
});

test("more models divide the level, so that the detectable difference grows", () => {
  const three = detectableDifferences(column([alternating, zeros, alternating.toReversed()]), true);
  expect(three).toMatchObject({ comparisons: 3 });
});

test("equal scores detect nothing", () => {
  expect(detectableDifferences(column([zeros, zeros]), true)).toEqual({
    undefinedBecause: "no difference of two models varies between the items",
  });
});

test("one model has no pair", () => {
  expect(detectableDifferences(column([zeros]), true)).toEqual({
    undefinedBecause: "there are fewer than two models",
  });
});
