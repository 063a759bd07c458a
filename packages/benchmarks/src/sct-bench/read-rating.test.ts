import { valueOf } from "@medhelm/core/reading/reading";
import { expect, test } from "vitest";
import { readRating } from "./read-rating.ts";

test.each([
  ["Initially I would have said 2, yet the dosage contradicts the source, so I go down to -1.", -1],
  ["At first I would say -1, but the test is positive, so I move up to +1.", 1],
  ["Originally I might have said -1; I come down to -2.", -2],
])("a rating that the reply moves to replaces its first one: %j", (reply, rating) => {
  expect(valueOf(readRating(reply))).toBe(rating);
});
