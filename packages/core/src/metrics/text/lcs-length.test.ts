import { expect, test } from "vitest";
import { lcsLength } from "./lcs-length.ts";

test("the subsequence need not be contiguous", () => {
  expect(lcsLength("AGGTAB".split(""), "GXTXAYB".split(""))).toBe(4);
  expect(lcsLength([], ["a"])).toBe(0);
});

test("it works across blocks of 32 tokens", () => {
  const long = Array.from({ length: 100 }, (_, i) => `t${i}`);
  expect(lcsLength(long, long)).toBe(100);
  expect(lcsLength(long, ["x", ...long.slice(20, 90), "y"])).toBe(70);
  expect(lcsLength(long, long.toReversed())).toBe(1);
});
