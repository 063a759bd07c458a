import { expect, test } from "vitest";
import { normalized } from "./normalized.ts";

test.each(["NFC", "NFD", "NFKC", "NFKD"] as const)("a text has the form %s", (form) => {
  const text = "Dosis: ５ ㎎ é e\u0301\u0323 ﬁ 가";
  expect(normalized(text, form)).toBe(text.normalize(form));
});

test("a letter keeps 64 of its marks, also after other letters, and the text goes on", () => {
  const row = `a${"\u0301\u0323".repeat(100)}b`;
  expect(normalized(`${row}${row}`, "NFD")).toBe(`a${"\u0323".repeat(32)}${"\u0301".repeat(32)}b`.repeat(2));
});

test("a million marks of two kinds take no quadratic time", () => {
  expect(normalized("\u0301\u0323".repeat(500_000), "NFKC")).toHaveLength(64);
});
