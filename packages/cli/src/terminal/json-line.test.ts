import { expect, test } from "vitest";
import { jsonLine } from "./json-line.ts";

test("escapes what a terminal would obey, also beyond the basic plane", () => {
  expect(jsonLine("a\u001B\u009B\u202E\u{E0041}")).toBe('"a\\u001b\\u009b\\u202e\\udb40\\udc41"\n');
});

test("keeps the value", () => {
  expect(JSON.parse(jsonLine({ text: "a\u009B\u202E\u{E0041}é" }))).toEqual({ text: "a\u009B\u202E\u{E0041}é" });
});
