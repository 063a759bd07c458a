import { expect, it } from "vitest";
import { answerScore } from "./answer-score.ts";

const rate = { mean: 0.4, range: { min: 0, max: 1 }, lowerIsBetter: false, isJudged: false };
const grade = { mean: 3.2, range: { min: 1, max: 5 }, lowerIsBetter: false, isJudged: true };

it("says in a word whether a single answer is right, because 1.000 looks like a mean", () => {
  expect([1, 0, 0.25].map((value) => answerScore(value, rate))).toEqual(["correct", "wrong", "0.250"]);
});

it("calls an error of 1 wrong", () => {
  expect(answerScore(1, { ...rate, lowerIsBetter: true })).toBe("wrong");
});

it("shows a grade as the number that the judges gave", () => {
  expect([1, 4, 3.6667].map((value) => answerScore(value, grade))).toEqual(["1", "4", "3.667"]);
});
