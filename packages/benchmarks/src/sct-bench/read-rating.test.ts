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

test.each([
  ["-2: the finding makes the hypothesis much more likely.", undefined],
  ["+1: the new information reduces the likelihood of the hypothesis.", undefined],
  ["-2, because it strongly supports the hypothesis.", undefined],
  ["+2. This finding argues strongly against the diagnosis.", undefined],
  ["0: the finding makes the hypothesis much more likely.", undefined],
  ["-1 (the finding raises the likelihood)", undefined],
  ["-2\n\nThe finding makes the hypothesis much more likely.", undefined],
  ["-2: the finding makes the hypothesis much less likely.", -2],
  ["-2: the finding makes an alternative diagnosis much more likely.", -2],
  ["-2: the finding does not make the hypothesis more likely; it excludes it.", -2],
  ["-2: although fever makes the hypothesis more likely, a normal D-dimer excludes it.", -2],
  ["-1. Fever supports the hypothesis. A normal D-dimer, however, excludes it.", -1],
  ["+1: it makes it less likely that the cause is viral.", 1],
  ["0: the finding makes the hypothesis neither more nor less likely.", 0],
])("a rating that its explanation contradicts is none: %j is %j", (reply, rating) => {
  expect(valueOf(readRating(reply))).toBe(rating);
});
