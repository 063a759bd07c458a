import { expect, test } from "vitest";
import { spacyTokens } from "./tokenizer.ts";

const split = (text: string): string => spacyTokens(text).join("|");

test("a single space is not a token; other white space and a second space are", () => {
  expect(spacyTokens("a b  c\n\nd \n e ")).toEqual(["a", "b", " ", "c", "\n\n", "d", "\n ", "e"]);
  expect(spacyTokens("")).toEqual([]);
});

test("affixes split at both ends, units from numbers, points from words", () => {
  expect(split('"Give (5mg)," she said.')).toBe('"|Give|(|5|mg|)|,|"|she|said|.');
  expect(split("T 98.6°F. BP 120/80, 20% q.i.d.")).toBe("T|98.6|°|F|.|BP|120/80|,|20|%|q.i.d|.");
});

test("hyphens, commas and slashes split letters, and a minus splits digits only", () => {
  expect(split("follow-up 2-3 COVID-19 x-ray and/or h/o aspirin,daily")).toBe(
    "follow|-|up|2|-|3|COVID-19|x|-|ray|and/or|h|/|o|aspirin|,|daily",
  );
});

test("contractions and clock times follow lists, with both apostrophes", () => {
  expect(split("I’m don't cannot she'll've 10am 5p.m. id Dr.")).toBe(
    "I|’m|do|n't|can|not|she|'ll|'ve|10|am|5|p.m.|i|d|Dr.",
  );
});

test("URLs stay whole, and so does text that looks like one", () => {
  expect(split("see www.nih.gov, a@b.com or mg.daily")).toBe("see|www.nih.gov|,|a@b.com|or|mg.daily");
});

test("a number before a bracket is an emoticon, even after the rules split it", () => {
  expect(split("(8) and (5-8) but not : )")).toBe("(|8)|and|(|5|-|8)|but|not|:|)");
});

test("an emoticon across a space is dropped, but it displaces the one that it overlaps", () => {
  expect(split("x] =)ab")).toBe("x|]|=|)|ab");
  expect(split("x =)ab")).toBe("x|=)|ab");
});

test("emoji of Unicode 11 are tokens, later ones belong to their word", () => {
  expect(split("ok😀 ok🫀")).toBe("ok|😀|ok🫀");
});

test("a long repetition of one mark is tokenised in linear time", () => {
  expect(spacyTokens("_".repeat(20_000))).toHaveLength(20_000);
  expect(spacyTokens(`x${".".repeat(20_000)}`)).toEqual(["x", ".".repeat(20_000)]);
});
