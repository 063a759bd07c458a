import { expect, test } from "vitest";
import { jackknifeInterval } from "./jackknife-interval.ts";

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

test("the interval of a mean is Student's", () => {
  // mean 3, sd √2.5, se √0.5, t(4) = 2.776445
  const interval = jackknifeInterval([1, 2, 3, 4, 5], mean, { of: "difference" });
  expect(interval?.low).toBeCloseTo(3 - 1.963243, 5);
  expect(interval?.high).toBeCloseTo(3 + 1.963243, 5);
});

test("the interval of a correlation stays between -1 and 1", () => {
  const interval = jackknifeInterval([0.99, 0.2, 0.999, 0.97, 0.998], mean, { of: "correlation" });
  expect(interval?.high).toBeLessThan(1);
});

test("there is no interval of a perfect correlation, of equal items and of two items", () => {
  expect(jackknifeInterval([1, 1, 1], mean, { of: "correlation" })).toBeUndefined();
  expect(jackknifeInterval([0.5, 0.5, 0.5], mean, { of: "correlation" })).toBeUndefined();
  expect(jackknifeInterval([1, 2], mean, { of: "difference" })).toBeUndefined();
});
