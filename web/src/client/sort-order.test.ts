import { expect, it } from "vitest";
import { sortOrder } from "./sort-order.ts";

it("a missing value is last in both directions, and equal values keep their order", () => {
  const values = [0.5, undefined, 0.9, 0, 0.5];
  expect(sortOrder(values, "descending")).toEqual([2, 0, 4, 3, 1]);
  expect(sortOrder(values, "ascending")).toEqual([3, 0, 4, 2, 1]);
});

it("numbers inside names sort by size", () => {
  expect(sortOrder(["model 10", "Model 2", "a"], "ascending")).toEqual([2, 1, 0]);
});
