import { expect, test } from "vitest";
import { lazyPattern } from "./lazy-pattern.ts";

test.each(["the answer is b", "THE ANSWER IS B", "the an\u017fwer i\u017f b", "答案：the answer is B"])(
  "a pattern of letters is found in %j",
  (text) => {
    expect(lazyPattern(String.raw`(?<!\p{L})answer\sis\s(b)`, "iu").exec(text)?.[1]?.toLowerCase()).toBe("b");
  },
);

test.each(["naïve b", "日b", "бb"])("a letter of each script is one: %j", (text) => {
  expect(lazyPattern(String.raw`(?<=\p{L}\s?)b`, "u").test(text)).toBe(true);
});

test("a search begins at the start of the text each time", () => {
  const pattern = lazyPattern("b", "u");
  expect([pattern.test("ab"), pattern.test("ab"), [...pattern.matchAll("abb")].length, pattern.test("ab")]).toEqual([
    true,
    true,
    2,
    true,
  ]);
});

test("the first match or all are replaced", () => {
  const pattern = lazyPattern("é", "iu");
  expect([pattern.replace("éÉ", "e"), pattern.replaceAll("éÉ", "e")]).toEqual(["eÉ", "ee"]);
});

test("a pattern with an error is found at its first use", () => {
  const pattern = lazyPattern("(", "u");
  expect(() => pattern.test("a")).toThrow(SyntaxError);
});
