import { expect, test } from "vitest";
import { argsText, floatRepr, queryText } from "./python-print.ts";

test("floats print as in Python's repr", () => {
  expect([1, 0, -0, 0.1, 0.0001, 0.00001, 1.5e-7, 123456789, 1e16, 1.25e22].map(floatRepr)).toEqual([
    "1.0",
    "0.0",
    "-0.0",
    "0.1",
    "0.0001",
    "1e-05",
    "1.5e-07",
    "123456789.0",
    "1e+16",
    "1.25e+22",
  ]);
});

test("scenario arguments print as in Python's str", () => {
  expect(argsText({ category: null, strict: true, k: 3, t: 0.5, s: "a b", l: ["x", 1] })).toBe(
    "category: None, strict: True, k: 3, t: 0.5, s: a b, l: ['x', 1]",
  );
});

test("links are escaped as in urllib's quote", () => {
  expect(queryText({ group: "a/b (c)", names: '["é~"]' })).toBe("?group=a%2Fb%20%28c%29&names=%5B%22%C3%A9~%22%5D");
});
