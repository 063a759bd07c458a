import { expect, test } from "vitest";
import { isTooDeep } from "./json-depth.ts";

test.each<[what: string, text: string, is: boolean]>([
  ["200 lists in each other", "[".repeat(200) + "]".repeat(200), false],
  ["201 lists in each other", "[".repeat(201) + "]".repeat(201), true],
  ["201 objects in each other", '{"a":'.repeat(201), true],
  ["a thousand lists after each other", `[${"[],".repeat(1000)}1]`, false],
  ["a thousand brackets in a text", `"${"[".repeat(1000)}"`, false],
  ["a thousand brackets behind an escaped quotation mark", `"\\"${"[".repeat(1000)}"`, false],
  ["a thousand brackets behind a text that ends with a backslash", `["\\\\",${"[".repeat(1000)}`, true],
  ["a text without an end", `"${"[".repeat(1000)}`, false],
])("%s", (_, text, is) => {
  expect(isTooDeep(text)).toBe(is);
});
