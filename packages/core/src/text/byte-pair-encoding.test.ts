import { expect, test } from "vitest";
import { bytePairEncoding } from "./byte-pair-encoding.ts";

/** The bytes of "a", "b", "c" and "ä", then pairs in the order in which they merge. */
const TOKENS = ["a", "b", "c", "\u00c3", "\u00a4", "bc", "ab", "abab", "\u00c3\u00a4"];
const words = bytePairEncoding({ pat_str: "\\S+", bpe_ranks: `! 10 ${TOKENS.map(btoa).join(" ")}\n` });

test.each([
  ["a whole token", "bc", [15]],
  ["the lowest rank first, and not the leftmost", "abc", [10, 15]],
  ["equal neighbours from the left", "ababab", [17, 16]],
  ["each piece alone", "ab c", [16, 12]],
  ["a character of two bytes", "aä", [10, 18]],
  ["half of a character of two bytes, and no other byte", "aã", [10, 13]],
])("%s", (_, text, tokens) => {
  expect(words.encode(text)).toEqual(tokens);
  expect(words.count(text)).toBe(tokens.length);
});

test("tokens are decoded, and a cut character becomes U+FFFD", () => {
  expect(words.decode([16, 18, 13])).toBe("abä\u{fffd}");
});

test("a long piece takes no quadratic time", () => {
  expect(words.count("ab".repeat(500_000))).toBe(250_000);
});
