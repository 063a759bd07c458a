import { expect, test } from "vitest";
import { parsePythonJson } from "./parse-python-json.ts";

test("Python's three tokens are numbers outside of strings, and text inside", () => {
  expect(parsePythonJson('{"a": [NaN, Infinity, -Infinity], "b": "NaN \\"-Infinity\\\\", "c": 1}')).toEqual({
    a: [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
    b: 'NaN "-Infinity\\',
    c: 1,
  });
});

test.each(["NaN]", '[NaN, "', '[NaN, "\\', '[NaN, "\\"]', "[NaN"])("%s is no JSON", (text) => {
  expect(() => parsePythonJson(text)).toThrow(SyntaxError);
});

/** With an expression over whole strings the first takes hours, and the second overflows the stack. */
test("escaped quotation marks without an end are refused in linear time", () => {
  expect(() => parsePythonJson(`[NaN, "${'\\"'.repeat(500_000)}`)).toThrow(SyntaxError);
});

test("a string of 20 million characters next to NaN is read", () => {
  expect(parsePythonJson(`[NaN, "${"x".repeat(20_000_000)}"]`)).toHaveLength(2);
});
