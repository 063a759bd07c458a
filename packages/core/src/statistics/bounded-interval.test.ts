import { expect, test } from "vitest";
import { boundedInterval } from "./bounded-interval.ts";

const rounded = (interval: ReturnType<typeof boundedInterval>) =>
  interval && { low: interval.low.toFixed(4), high: interval.high.toFixed(4) };
const binary = (ones: number, zeros: number) => ({
  scores: [...Array<number>(ones).fill(1), ...Array<number>(zeros).fill(0)],
  min: 0,
  max: 1,
});

test("67 right of 67 has Wilson's lower bound 0.9458", () => {
  expect(rounded(boundedInterval(binary(67, 0)))).toEqual({ low: "0.9458", high: "1.0000" });
});

test("8 right of 50 has Wilson's interval 0.0834 to 0.2851", () => {
  expect(rounded(boundedInterval(binary(8, 42)))).toEqual({ low: "0.0834", high: "0.2851" });
});

test("clusters of equal answers count as one answer each", () => {
  // icc 1: four clusters of five, so the effective number is 4, with t(3) = 3.1824
  const scores = [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
  const clusters = scores.map((_, i) => `c${Math.floor(i / 5)}`);
  expect(rounded(boundedInterval({ scores, clusters, min: 0, max: 1 }))).toEqual({ low: "0.0767", high: "0.9233" });
});

test("equal ratings have an interval of the width that their number supports", () => {
  // se = 0: n = 5, t(4) = 2.7764; p = 0.75 on the scale from 1 to 5
  const interval = boundedInterval({ scores: [4, 4, 4, 4, 4], min: 1, max: 5 });
  expect(rounded(interval)).toEqual({ low: "1.9144", high: "4.8725" });
});

test("one cluster has no interval", () => {
  expect(boundedInterval({ scores: [1, 0], clusters: ["a", "a"], min: 0, max: 1 })).toBeUndefined();
});
