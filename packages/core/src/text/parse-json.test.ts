import { expect, test } from "vitest";
import { parseJson } from "./parse-json.ts";

test.each<[what: string, json: string, value: unknown]>([
  ["the first half of a character", '"a\\ud83d"', "a\ufffd"],
  ["the second half", '{"a":["\\uDE00b"]}', { a: ["\ufffdb"] }],
  ["halves in the wrong order", '"\\ude00\\ud83d"', "\ufffd\ufffd"],
  ["half of a character in a key", '{"\\ud83d":1}', { "\ufffd": 1 }],
  ["both halves", '"\\ud83d\\ude00"', "😀"],
  ["a backslash before the letters of an escape", '"\\\\ud83d"', "\\ud83d"],
  ["a backslash before half of a character", '"\\\\\\ud83d"', "\\\ufffd"],
])("%s", (_, json, value) => {
  expect(parseJson(json)).toEqual(value);
});

test("a text that is not JSON is refused as by JSON.parse", () => {
  expect(() => parseJson('{"a":"\\ud83d"')).toThrow(SyntaxError);
});

test("more than 200 levels are refused", () => {
  expect(() => parseJson("[".repeat(100_000) + "]".repeat(100_000))).toThrow(
    "it has more than 200 lists or objects in each other",
  );
});
