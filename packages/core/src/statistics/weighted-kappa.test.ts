import { expect, test } from "vitest";
import type { RatingPair } from "./rating-pair.ts";
import { weightedKappa } from "./weighted-kappa.ts";

const PAIRS: RatingPair[] = [
  [1, 1],
  [1, 2],
  [2, 2],
  [3, 2],
  [3, 3],
  [3, 3],
];

test("kappa weighs a disagreement by nothing, the distance or its square", () => {
  // margins 2 1 3 and 1 3 2; expected differing pairs 23 of 36, distance 30/36, square 44/36; observed 2, 2, 2 of 6
  expect(weightedKappa(PAIRS, [1, 2, 3], "none")).toBeCloseTo(1 - 12 / 25, 12);
  expect(weightedKappa(PAIRS, [1, 2, 3], "linear")).toBeCloseTo(1 - 12 / 32, 12);
  expect(weightedKappa(PAIRS, [1, 2, 3], "quadratic")).toBeCloseTo(1 - 12 / 46, 12);
});

test("two raters who both gave one category only have no kappa", () => {
  expect(
    weightedKappa(
      [
        [4, 4],
        [4, 4],
      ],
      [1, 2, 3, 4, 5],
      "quadratic",
    ),
  ).toBeUndefined();
  expect(weightedKappa([], [1, 2], "none")).toBeUndefined();
});
