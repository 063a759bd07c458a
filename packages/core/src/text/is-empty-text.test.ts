import { expect, test } from "vitest";
import { isEmptyText } from "./is-empty-text.ts";

test.each([
  ["nothing", ""],
  ["white space", " \n\t\u00a0\u3000"],
  ["zero-width characters", "\u200b\u200c\u200d\u2060\ufeff"],
  ["marks of direction", "\u200e\u202a\u202c\u2066\u2069"],
  ["soft hyphens and variation selectors", "\u00ad\ufe0f\u{e0100}"],
  ["Hangul fillers and the blank of Braille", "\u115f\u3164\uffa0\u2800"],
  ["control characters", "\0\u0007\u001b"],
  ["invisible tags", "\u{e0041}\u{e007f}"],
])("%s is empty", (_, text) => {
  expect(isEmptyText(text)).toBe(true);
});

test.each(["A", "\u200bA", ".", "\u5426", "\u{1f642}", "\u2014"])("%j is not empty", (text) => {
  expect(isEmptyText(text)).toBe(false);
});
