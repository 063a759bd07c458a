import { expect, test } from "vitest";
import { bertScore } from "./bert-score.ts";

/** [CLS], the words and [SEP], each as a row of two numbers. */
const text = (...rows: readonly (readonly [number, number])[]) => ({
  counts: rows.map((_, i) => i > 0 && i < rows.length - 1),
  width: 2,
  rows: new Float32Array(rows.flat()),
});
const EAST = [2, 0] as const;
const NORTH = [0, 3] as const;
const WEST = [-1, 0] as const;
const SOUTH = [0, -1] as const;

test("equal texts score 1 for any length of their vectors", () => {
  const score = bertScore(text(SOUTH, EAST, SOUTH), [text(SOUTH, [5, 0], SOUTH)]);
  expect(score).toEqual({ precision: 1, recall: 1, f1: 1 });
});

test("a word may match [CLS] best, which itself does not count", () => {
  const score = bertScore(text(SOUTH, EAST, SOUTH), [text(EAST, NORTH, SOUTH)]);
  expect(score).toEqual({ precision: 1, recall: 0, f1: 0 });
});

test("P, R and F are each the best over the references", () => {
  const candidate = text(WEST, EAST, NORTH, WEST);
  const score = bertScore(candidate, [text(WEST, EAST, WEST, WEST), text(WEST, EAST, NORTH, WEST)]);
  expect(score).toEqual({ precision: 1, recall: 1, f1: 1 });
});

test("a shorter reference is padded with similarities of 0, which precision may match", () => {
  const candidate = text(EAST, EAST, EAST);
  const short = text(WEST, WEST, WEST);
  expect(bertScore(candidate, [short])).toMatchObject({ precision: -1, recall: -1 });
  expect(bertScore(candidate, [short, text(WEST, WEST, WEST, WEST)])).toMatchObject({ precision: 0, recall: -1 });
});

test("an empty text on either side scores 0, and without a reference there is no score", () => {
  expect(bertScore(text(EAST, EAST), [text(EAST, EAST, EAST)])).toEqual({ precision: 0, recall: 0, f1: 0 });
  expect(bertScore(text(EAST, EAST, EAST), [text(EAST, EAST)])).toEqual({ precision: 0, recall: 0, f1: 0 });
  expect(bertScore(text(EAST, EAST, EAST), [])).toBeUndefined();
});
