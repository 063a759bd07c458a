import { expect, test } from "vitest";
import { pythonFloat } from "./python-number.ts";

test("a text is a number as Python's float() reads it", () => {
  const texts = ["1", " 1.\n", "1.5", "-.5", "1_000", "10_1e5", "٣", "Infinity", "-inf"];
  expect(texts.map(pythonFloat)).toEqual([1, 1, 1.5, -0.5, 1000, 10_100_000, 3, Infinity, -Infinity]);
  expect(["", "_1", "1__0", "1_", "1._5", "1e", "1 2", "x"].map(pythonFloat)).toEqual(Array(8).fill(undefined));
});

test("a million digits and a letter are no number, in linear time", () => {
  expect(pythonFloat(`${"1".repeat(1_000_000)}x`)).toBeUndefined();
});
