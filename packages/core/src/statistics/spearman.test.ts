import { expect, test } from "vitest";
import { spearman } from "./spearman.ts";

test("equal values share their mean rank", () => {
  // ranks 1 2.5 2.5 4 and 1 3 2 4: covariance 4.5, squares 4.5 and 5
  const result = spearman([
    [1, 10],
    [2, 30],
    [2, 20],
    [3, 40],
  ]);
  expect(result?.rho).toBeCloseTo(4.5 / Math.sqrt(4.5 * 5), 12);
  expect(result?.fisher95?.high).toBeCloseTo(0.99896, 5);
});

test("Fisher's interval of a perfect correlation has no width, and three pairs have none", () => {
  const pairs = [1, 2, 3, 4, 5].map((value) => [value, value * 2] as const);
  expect(spearman(pairs)).toEqual({ rho: 1, fisher95: { low: 1, high: 1 } });
  expect(spearman(pairs.slice(0, 3))).toEqual({ rho: 1 });
});

test("a rater with one value only has no correlation", () => {
  expect(
    spearman([
      [1, 4],
      [2, 4],
      [3, 4],
    ]),
  ).toBeUndefined();
});
