import { expect, test } from "vitest";
import { byCodePoint, codePoints } from "./code-points.ts";

test("texts sort as in Python: an emoji follows every BMP letter", () => {
  expect(["b", "\u{1f600}", "\uff5e", "ab", "", "a"].toSorted(byCodePoint)).toEqual([
    "",
    "a",
    "ab",
    "b",
    "\uff5e",
    "\u{1f600}",
  ]);
});

test("an emoji is one character", () => {
  expect(codePoints("a\u{1f600}")).toHaveLength(2);
});
