import { expect, it } from "vitest";
import { shownName, withoutIsolates } from "./shown-names.ts";

it.each([
  ["Birch Instruct (72B)", "Birch Instruct (72B)"],
  ["safe \u202Eledom", "safe ⟦U+202E⟧ledom"],
  ["a\u200Bb", "a⟦U+200B⟧b"],
  ["نموذج 70B", "\u2068نموذج 70B\u2069"],
])("the name %j is shown as %j", (name, shown) => {
  expect(shownName(name)).toBe(shown);
});

it("a file for programs has the name without isolating characters", () => {
  expect(withoutIsolates(shownName("نموذج 70B"))).toBe("نموذج 70B");
});
