import { expect, test } from "vitest";
import { exactMatch, quasiPrefixExactMatch, withEmptyGold } from "./exact-match.ts";
import { f1Score } from "./f1-score.ts";
import { finalNumberExactMatch } from "./final-number.ts";
import { normalizeText } from "./normalize-text.ts";
import { pythonRegExp, splitWords, strip } from "./python-text.ts";

test("white space is Python's: with U+001C and U+0085, without U+FEFF", () => {
  expect(strip("\u001c\u0085\u00a0\u3000x y\u2029\n")).toBe("x y");
  expect(strip("\ufeffx")).toBe("\ufeffx");
  expect(splitWords(" a\u0085b\u001f\u001fc ")).toEqual(["a", "b", "c"]);
});

test("an article within a word of any script stays", () => {
  expect(normalizeText("The naïve à-la-carte theatre, an apple and a_b")).toBe("naïve àlacarte theatre apple and ab");
  expect(normalizeText("aé")).toBe("aé");
});

test("an empty prediction never matches, even an empty gold", () => {
  expect(exactMatch("", "")).toBe(0);
  expect(exactMatch("", " ")).toBe(1);
});

test("HELM: a gold of only articles is a prefix of every reply", () => {
  expect(quasiPrefixExactMatch("A", "no idea")).toBe(1);
});

test("corrected: a gold of only articles or punctuation matches only itself", () => {
  const prefix = withEmptyGold(quasiPrefixExactMatch);
  const replies = ["no idea", "the", "a", "A.", "Apple", ""];
  expect(replies.map((reply) => prefix("A", reply))).toEqual([0, 0, 1, 1, 0, 0]);
  expect(["-", "+", "no"].map((reply) => prefix("-", reply))).toEqual([1, 0, 0]);
  expect(prefix("The cat", "cats sleep")).toBe(1);
});

test("F1 counts each word once", () => {
  expect(f1Score("two words here", "two other words here here")).toBeCloseTo(6 / 7, 12);
});

test("any character may precede the decimals of the final number", () => {
  expect(finalNumberExactMatch("12x5", "it is 12x5")).toBe(1);
  expect(finalNumberExactMatch("1,000", "1000 mg")).toBe(1);
});

test("Python's inline flags and named groups are understood", () => {
  expect(pythonRegExp("(?i)answer: (?P<letter>[a-d])").exec("ANSWER: C")?.[1]).toBe("C");
  expect(pythonRegExp("[A-D]\\-x").test("B-x")).toBe(true);
});
