import { expect, test } from "vitest";
import { parseDocument } from "yaml";
import { yamlValue } from "./yaml-value.ts";

const read = (text: string): unknown => yamlValue(parseDocument(text), "x.yaml");

/** Nine lists, each of nine times the one before: 9^9 values in 300 characters. */
const ALIAS_BOMB = [
  "a: &a [x, x, x, x, x, x, x, x, x]",
  ...Array.from("bcdefghi", (name, i) => `${name}: &${name} [${Array(9).fill(`*${"abcdefgh"[i]}`).join(", ")}]`),
].join("\n");

test("an alias has the value that it names", () => {
  expect(read("a: &a [1, 2]\nb: *a")).toEqual({ a: [1, 2], b: [1, 2] });
});

test("a map has the keys of an alias that << names", () => {
  expect(read("a: &a {x: 1, y: 2}\nb:\n  <<: *a\n  y: 3")).toEqual({ a: { x: 1, y: 2 }, b: { x: 1, y: 3 } });
});

test.each([
  [
    "many aliases of aliases",
    ALIAS_BOMB,
    "x.yaml: its aliases (*name) name no value, or too many; write the values out",
  ],
  ["an alias without a value", "a: *b", "x.yaml: its aliases (*name) name no value, or too many; write the values out"],
  [
    "an alias within its value",
    "a: &a\n  b: *a",
    "x.yaml: the alias *a is a part of its own value; write the value out",
  ],
])("%s is refused with one sentence", (_, text, sentence) => {
  expect(() => read(text)).toThrow(sentence);
});
