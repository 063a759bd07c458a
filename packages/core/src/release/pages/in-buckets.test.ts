import { expect, test } from "vitest";
import { inBuckets } from "./in-buckets.ts";

test("each number is in its bucket, in order, and a bucket may be empty", () => {
  const buckets = [...inBuckets(7, 4, (index) => [2, 0, 2, 3, 0, 2, 3][index] ?? 0)];
  expect(buckets.map((places) => [...places])).toEqual([[1, 4], [], [0, 2, 5], [3, 6]]);
});

test("no numbers have no buckets", () => {
  expect([...inBuckets(0, 0, () => 0)]).toEqual([]);
});
