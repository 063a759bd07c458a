import { expect, test } from "vitest";
import { bleu1, bleu4 } from "./bleu.ts";
import { nltkWords } from "./text/nltk-words.ts";

const split = (text: string): string => nltkWords(text).join("|");

test("words are split like in the Penn Treebank", () => {
  expect(split(`"Don't," she said; it's 3.5mg (b.i.d.) at 10:30.`)).toBe(
    "``|Do|n't|,|''|she|said|;|it|'s|3.5mg|(|b.i.d|.|)|at|10:30|.",
  );
  expect(split("I cannot--won't pay $5, 20% of it...")).toBe("I|can|not|--|wo|n't|pay|$|5|,|20|%|of|it|...");
});

test("the last point of a sentence is a token, that of an abbreviation is not", () => {
  expect(split("Seen by Dr. Lee. Stable! Home, e.g. today.")).toBe("Seen|by|Dr.|Lee|.|Stable|!|Home|,|e.g.|today|.");
});

test("BLEU-1 is precision times the brevity penalty", () => {
  expect(bleu1("the quick brown fox jumped over the lazy dog", "the fox jumped over the dog")).toBeCloseTo(
    Math.exp(-0.5),
    15,
  );
  expect(bleu1("a b", "a b c")).toBeCloseTo(2 / 3, 15);
  expect(bleu1("alpha", "beta")).toBe(0);
  expect(bleu1("alpha", "")).toBe(0);
});

test("BLEU-4 without a common 4-gram is tiny, not 0, if a word is shared", () => {
  expect(bleu4("one two three four five", "one two three four")).toBeCloseTo(Math.exp(-0.25), 15);
  expect(bleu4("a b c", "a b c")).toBe(2.2250738585072014e-308);
});
