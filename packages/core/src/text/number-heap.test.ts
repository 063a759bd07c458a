import { expect, test } from "vitest";
import { numberHeap } from "./number-heap.ts";

test("the numbers come in order, in any order in which they were added", () => {
  const heap = numberHeap();
  for (const value of [5, 3, 8, 3, 1, 9, 2]) heap.add(value);
  expect([heap.take(), heap.take(), heap.take()]).toEqual([1, 2, 3]);
  heap.add(0);
  expect(Array.from({ length: 6 }, () => heap.take())).toEqual([0, 3, 5, 8, 9, undefined]);
});
