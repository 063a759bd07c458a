import { expect, test } from "vitest";
import { rouge1, rouge2, rougeL, rougeTokens } from "./rouge.ts";

test("accented letters split words, and only words of at least four characters are stemmed", () => {
  expect(rougeTokens("Café was diagnosed; COVID-19 runs")).toEqual(["caf", "was", "diagnos", "covid", "19", "run"]);
});

test("each n-gram counts as often as it occurs in both texts", () => {
  expect(rouge1("pain pain pain", "pain pain fever")).toBeCloseTo(2 / 3, 12);
  expect(rouge2("one two three four five", "one two three four")).toBeCloseTo(6 / 7, 12);
});

test("ROUGE-L treats lines as one sentence", () => {
  expect(rougeL("fever and\ncough", "cough and fever")).toBeCloseTo(1 / 3, 12);
});

test("a text without words scores 0", () => {
  expect([rouge1("", "x"), rouge2("word", "word"), rougeL("x", "...")]).toEqual([0, 0, 0]);
});
