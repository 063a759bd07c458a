import { expect, test } from "vitest";
import { addValue, bareString, mergeStats, stat, takeMean } from "./stat.ts";

test("a stat without a value has count 0 and no moments", () => {
  expect(stat("x")).toEqual({ name: { name: "x" }, count: 0, sum: 0, sum_squared: 0 });
  expect(takeMean(stat("x"))).toEqual(stat("x"));
  expect(addValue(stat("x"), undefined)).toEqual(stat("x"));
});

test("merging sums the moments under the first name", () => {
  expect(mergeStats(stat("x", 1), stat("y", 3))).toEqual({
    name: { name: "x" },
    count: 2,
    sum: 4,
    sum_squared: 10,
    min: 1,
    max: 3,
    mean: 2,
    variance: 1,
    stddev: 1,
  });
  expect(mergeStats(stat("x"), stat("y", true)).mean).toBe(1);
});

test("numbers in table cells are rounded half to even, as in Python", () => {
  expect(bareString(stat("x", 0.0625))).toBe("min=0.062, mean=0.062, max=0.062, sum=0.062 (1)");
  expect(bareString(stat("x", 0.1875))).toBe("min=0.188, mean=0.188, max=0.188, sum=0.188 (1)");
  expect(bareString(stat("x", 1.9999))).toBe("min=2.0, mean=2.0, max=2.0, sum=2.0 (1)");
  expect(bareString(stat("x", 3))).toBe("min=3, mean=3, max=3, sum=3 (1)");
});
