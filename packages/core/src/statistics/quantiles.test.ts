import { expect, test } from "vitest";
import { betaQuantile, fQuantile, normalQuantile, tCritical, tQuantile } from "./quantiles.ts";

// printed tables of Student's t
test.each([
  [1, 12.706205],
  [4, 2.776445],
  [13, 2.160369],
  [100, 1.983972],
])("95 %% of Student's t with %d degrees of freedom lie within %f", (degrees, expected) => {
  expect(tCritical(0.95, degrees)).toBeCloseTo(expected, 6);
});

test("Student's t with infinitely many degrees of freedom is normal", () => {
  expect(tQuantile(0.975, Number.POSITIVE_INFINITY)).toBeCloseTo(1.959963984540054, 12);
});

test("the median of Student's t is 0", () => {
  expect(tQuantile(0.5, 19)).toBeCloseTo(0, 12);
});

test.each([
  [0.025, -1.959963984540054],
  [0.5, 0],
  [0.99999, 4.264890793923841],
])("the normal distribution has %f of its mass below %f", (p, expected) => {
  expect(normalQuantile(p)).toBeCloseTo(expected, 12);
});

// mpmath
test.each([
  [0.025, 39.32, 26.49, 0.47748958933833],
  [0.5, 772.02, 14, 0.982596239762085],
  [0.5, 1, 1, 0.5],
])("the beta distribution has %f of its mass (%f, %f) below %f", (p, a, b, expected) => {
  expect(betaQuantile(p, a, b)).toBeCloseTo(expected, 12);
});

test("the F distribution takes fractions of degrees of freedom", () => {
  expect(fQuantile(0.975, 8, 144.5)).toBeCloseTo(2.280845871909714, 9);
});

test("a number above 1 is no probability", () => {
  expect(() => tQuantile(1.5, 3)).toThrow("1.5 is no probability");
});

test("no degrees of freedom have no quantile", () => {
  expect(() => tQuantile(0.975, 0)).toThrow("the parameter 0 is not above 0");
});
