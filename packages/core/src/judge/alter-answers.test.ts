import { expect, test } from "vitest";
import { alterAnswers } from "./alter-answers.ts";

const GOLDS = ["Take 5 mg at night.", "Rest and\ndrink water.", "Rest and\ndrink water.", ""];

test.each([
  ["gold", ["Take 5 mg at night.", "Rest and\ndrink water.", "Rest and\ndrink water.", undefined]],
  ["shuffled", ["Rest and\ndrink water.", "Take 5 mg at night.", "Take 5 mg at night.", undefined]],
  ["empty", ["", "", "", undefined]],
  ["truncated", ["Take 5", "Rest and", "Rest and", undefined]],
  ["planted", ["Take 50 mg at night.", undefined, undefined, undefined]],
] as const)("%s answers are made of the references", (alteration, expected) => {
  expect(alterAnswers(GOLDS, alteration)).toEqual(expected);
});

test("a padded answer has twice the words and starts with the reference", () => {
  const [padded = ""] = alterAnswers(["one two three four"], "padded");
  expect(padded).toBe("one two three four\n\nThis text follows the");
});

test("the only answer cannot be shuffled, and one word cannot be cut in half", () => {
  expect(alterAnswers(["yes", ""], "shuffled")).toEqual([undefined, undefined]);
  expect(alterAnswers(["yes"], "truncated")).toEqual([undefined]);
});

test("a Chinese answer is truncated by its characters", () => {
  expect(alterAnswers(["患者无发热。"], "truncated")).toEqual(["患者无"]);
});
