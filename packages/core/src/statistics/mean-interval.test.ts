import { expect, test } from "vitest";
import { meanInterval } from "./mean-interval.ts";

/** Draws the clusters in turn, from another one in each replicate. */
const streamOf = (replicate: number) => {
  let at = replicate * 7;
  return (below: number) => (at = (at * 31 + 17) % 10_007) % below;
};
const unit = { range: { min: 0, max: 1 }, streamOf };
const right = (count: number, of: number) => ({ scores: Array.from({ length: of }, (_, i) => (i < count ? 1 : 0)) });
const rounded = (interval: ReturnType<typeof meanInterval>) =>
  "low" in interval ? [interval.low.toFixed(4), interval.high.toFixed(4), interval.method] : interval;

test("67 right of 67 has Wilson's lower bound", () => {
  expect(rounded(meanInterval([right(67, 67)], unit))).toEqual(["0.9458", "1.0000", "wilson"]);
});

test("two runs are narrower than one of them, by their squared distances to the limits", () => {
  // Wilson: 8 of 50 has 0.0834 to 0.2851; the distances 0.0766 and 0.1251 over the square root of 2
  expect(rounded(meanInterval([right(8, 50), right(8, 50)], unit))).toEqual(["0.1058", "0.2485", "bounded-runs"]);
});

test("runs of equal answers have an interval of the width that their number supports", () => {
  expect(rounded(meanInterval([right(10, 10), right(0, 10)], unit))).toEqual(["0.3612", "0.6388", "bounded-runs"]);
});

test("one cluster has no interval, and says why", () => {
  expect(meanInterval([{ scores: [1, 0], clusters: ["a", "a"] }], unit)).toEqual({
    undefinedBecause: "all scores of a run are in one cluster",
  });
});

test("one right answer has no interval, and says why", () => {
  expect(meanInterval([right(1, 1)], unit)).toEqual({ undefinedBecause: "there is one score" });
});

test("one rating has no interval, and says why", () => {
  expect(meanInterval([{ scores: [4] }], { range: { min: 1, max: 5 }, streamOf })).toEqual({
    undefinedBecause: "there is one score",
  });
});

test("scores without bounds have a studentised interval around their mean", () => {
  const scores = Array.from({ length: 50 }, (_, i) => (i % 10) - 3);
  const interval = meanInterval([{ scores }], { range: undefined, streamOf });
  expect("low" in interval && [interval.low < 1.5, interval.high > 1.5, interval.method]).toEqual([
    true,
    true,
    "bootstrap",
  ]);
});

test("equal scores without bounds have no interval, and say why", () => {
  expect(meanInterval([{ scores: [2, 2, 2] }], { range: undefined, streamOf })).toEqual({
    undefinedBecause: "the scores do not vary",
  });
});

test.each([
  ["two scores", [0, 1], ["-5.8531", "6.8531"]],
  ["three scores, of which two are equal", [1, 1, 5], ["-3.4035", "8.0702"]],
])("%s without bounds have at least the interval of Student's t", (_what, scores, limits) => {
  expect(rounded(meanInterval([{ scores }], { range: undefined, streamOf }))).toEqual([...limits, "bootstrap"]);
});

const ratioOf = (...parts: readonly (readonly [sum: number, count: number])[]) => ({
  scores: parts.map(([sum, count]) => sum / count),
  ratio: parts.map(([sum, count]) => ({ sum, count })),
});

test("the interval of a ratio stays within the bounds of the metric", () => {
  expect(rounded(meanInterval([ratioOf([3, 4], [4, 4], [5, 5])], unit))).toEqual(["0.5787", "1.0000", "bootstrap"]);
});

test("a ratio of which one cluster has most of the weight has no interval, and says why", () => {
  expect(meanInterval([ratioOf([1e9, 1e9], [0, 1], [1, 1], [0, 1])], unit)).toEqual({
    undefinedBecause: "one cluster has most of the weight of a run",
  });
});
