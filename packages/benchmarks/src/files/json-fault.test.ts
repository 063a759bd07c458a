import { expect, test } from "vitest";
import { jsonFault, positionAt } from "./json-fault.ts";

test.each([
  ["No", 0],
  ['["a", b]', 6],
  ['["a" "b"]', 5],
  ['["a",]', 5],
  ['{"a": 1,}', 8],
  ["{'a': 1}", 1],
  ['{"a" 1}', 5],
  ['{"a": 1', 7],
  ["[1, 2", 5],
  ['["a"] x', 6],
  ['{"a": [1, {"b": tru}]}', 16],
  ['{"a": [], "b": {}, c}', 19],
  ['["open', 1],
])("%s stops being JSON at character %i", (text, offset) => {
  expect(() => JSON.parse(text)).toThrow(SyntaxError);
  expect(jsonFault(text)).toBe(offset);
});

test("a position is a line and a column, both from 1", () => {
  expect(positionAt("ab\ncd", 0)).toEqual({ line: 1, column: 1 });
  expect(positionAt("ab\ncd", 4)).toEqual({ line: 2, column: 2 });
});
