import { expect, test } from "vitest";
import { compareKeys } from "./object-key.ts";

test("keys are in the order of their UTF-8 bytes, also above U+FFFF", () => {
  const inOrder = ["a", "a-b/", "a/", "a/b", "b", "é", "\ud7ff", "\ue000", "\uffff", "\u{10000}", "\u{10ffff}"];
  expect(inOrder.toReversed().toSorted(compareKeys)).toEqual(inOrder);
});
