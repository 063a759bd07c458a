import { expect, test } from "vitest";
import { pythonListRepr, pythonRepr } from "./python-repr.ts";

test.each([
  ["plain", "'plain'"],
  ["it's", `"it's"`],
  [`it's "so"`, `'it\\'s "so"'`],
  ["back\\slash", "'back\\\\slash'"],
  ["a\nb\tc\r", "'a\\nb\\tc\\r'"],
  ["thin\u2009space\u00a0hard\u202f", "'thin\\u2009space\\xa0hard\\u202f'"],
  ["ΔΨm é 你", "'ΔΨm é 你'"],
  ["\u0001\u007f\u200b", "'\\x01\\x7f\\u200b'"],
  ["😀\u{e0001}", "'😀\\U000e0001'"],
])("%j prints as %s", (text, printed) => {
  expect(pythonRepr(text)).toBe(printed);
});

test("a list prints with commas, an empty one as []", () => {
  expect(pythonListRepr(["a", "b's"])).toBe(`['a', "b's"]`);
  expect(pythonListRepr([])).toBe("[]");
});
