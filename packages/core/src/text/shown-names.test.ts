import { expect, test } from "vitest";
import { shownNames } from "./shown-names.ts";

test.each([
  [["a", "b"], "a, b"],
  [["a".repeat(1000)], `${"a".repeat(60)}...`],
  [Array.from({ length: 1000 }, () => "a"), `${"a, ".repeat(19)}a and 980 more`],
])("a message shows %s as %s", (names, text) => {
  expect(shownNames(names)).toBe(text);
});
