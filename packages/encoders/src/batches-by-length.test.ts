import { expect, test } from "vitest";
import { batchesByLength } from "./batches-by-length.ts";

test("texts of similar lengths share a batch, in the order of their lengths", () => {
  expect(batchesByLength([20, 60, 22, 64])).toEqual([
    [0, 2],
    [1, 3],
  ]);
});

test("a batch has at most eight texts", () => {
  expect(batchesByLength(Array.from({ length: 9 }, () => 10))).toEqual([[0, 1, 2, 3, 4, 5, 6, 7], [8]]);
});

test("a batch has at most 256 tokens with its padding, and a longer text is alone", () => {
  expect(batchesByLength([128, 128, 128, 512])).toEqual([[0, 1], [2], [3]]);
});

test("no texts make no batch", () => {
  expect(batchesByLength([])).toEqual([]);
});
