import { expect, test } from "vitest";
import { meanWithInterval } from "./mean-with-interval.ts";

test.each([
  ["one shift", [-1], { min: -4, max: 4 }, "there is one answer"],
  ["equal values without bounds", [2, 2, 2], undefined, "the values do not vary"],
] as const)("%s has no interval, and a reason", (_what, values, range, undefinedBecause) => {
  expect(meanWithInterval(values, range, "none")).toEqual({
    value: values[0],
    n: values.length,
    interval: { undefinedBecause },
  });
});

test("no value is undefined for the given reason", () => {
  expect(meanWithInterval([], undefined, "none")).toEqual({ undefinedBecause: "none" });
});

test("equal shifts within bounds have an interval with a width", () => {
  expect(meanWithInterval([0, 0, 0, 0], { min: -4, max: 4 }, "none")).toMatchObject({
    low: expect.closeTo(-3.3867, 3),
    high: expect.closeTo(3.3867, 3),
  });
});
