import { expect, test } from "vitest";
import { scoreInterval } from "./score-interval.ts";

const rounded = (interval: ReturnType<typeof scoreInterval>) =>
  interval && { low: interval.low.toFixed(3), high: interval.high.toFixed(3), method: interval.method };
const repeated = (...groups: readonly (readonly [score: number, times: number])[]) =>
  groups.flatMap(([score, times]) => Array<number>(times).fill(score));

test("scores of 0 and 1 have Wilson's interval", () => {
  expect(rounded(scoreInterval({ scores: repeated([1, 67]), min: 0, max: 1 }))).toEqual({
    low: "0.946",
    high: "1.000",
    method: "wilson",
  });
});

test("scores at both ends of another scale have Jeffreys' interval of 58 of 60 of them", () => {
  // scipy: 1 + 4 beta.ppf([.025, .975], 57 * 58/60 + .5, 3 * 58/60 + .5)
  expect(rounded(scoreInterval({ scores: repeated([5, 57], [1, 3]), min: 1, max: 5 }))).toEqual({
    low: "4.483",
    high: "4.944",
    method: "jeffreys",
  });
});

test("60 equal ratings of 5 leave room for rare bad ones", () => {
  expect(rounded(scoreInterval({ scores: repeated([5, 60]), min: 1, max: 5 }))).toEqual({
    low: "4.829",
    high: "5.000",
    method: "jeffreys",
  });
});

test("very good ratings have a lower limit further from the mean than the upper one, and Wilson's form is next to it", () => {
  const interval = scoreInterval({ scores: repeated([5, 36], [4.6, 24]), min: 1, max: 5 });
  expect(rounded(interval)).toEqual({ low: "4.671", high: "4.879", method: "jeffreys" });
  expect(interval?.wilsonForm?.low.toFixed(3)).toBe("4.781");
});

test("ratings in the middle have the limits of Wilson's form to 0.001 points", () => {
  const interval = scoreInterval({ scores: repeated([2, 100], [3, 100], [4, 100]), min: 1, max: 5 });
  expect(rounded(interval)).toEqual({ low: "2.907", high: "3.093", method: "jeffreys" });
  expect(interval?.wilsonForm?.low.toFixed(3)).toBe("2.907");
});

test("two clusters support nearly no claim, and one supports none", () => {
  const scores = [4, 5, 4, 5];
  expect(rounded(scoreInterval({ scores, clusters: ["a", "a", "b", "b"], min: 1, max: 5 }))?.low).toBe("1.005");
  expect(scoreInterval({ scores, clusters: ["a", "a", "a", "a"], min: 1, max: 5 })).toBeUndefined();
});

test("the unit of the scores does not matter", () => {
  const scores = repeated([5, 30], [4, 8], [2, 2]);
  const [whole, shares] = [
    scoreInterval({ scores, min: 1, max: 5 }),
    scoreInterval({ scores: scores.map((score) => (score - 1) / 4), min: 0, max: 1 }),
  ];
  expect(whole?.low).toBeCloseTo(1 + 4 * (shares?.low ?? 0), 6);
});
