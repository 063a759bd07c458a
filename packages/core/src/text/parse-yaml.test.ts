import { expect, test, vi } from "vitest";
import { parseYaml } from "./parse-yaml.ts";

test("a map of 30,000 keys is parsed in linear time", () => {
  const text = Array.from({ length: 30_000 }, (_, i) => `key${i}: 1`).join("\n");
  expect(parseYaml(text).fault).toBeUndefined();
});

test("the line of a repeated key is named, also in a map within a list", () => {
  expect(parseYaml("a: 1\nb: 2\na: 3\n").fault).toEqual({ line: 3, what: "Map keys must be unique" });
  expect(parseYaml("list:\n  - x: 1\n    x: 2\n").fault).toEqual({ line: 3, what: "Map keys must be unique" });
});

test("a key may occur in two maps", () => {
  expect(parseYaml("a: {x: 1}\nb: {x: 1}\n").fault).toBeUndefined();
});

test.each([
  ["[", 1],
  ["- ", 1],
  ["? ", 1],
  ["{a: ", 1],
  ["[\n", 201],
])("200 levels of %j are the most that is read", (level, line) => {
  const what = "it has more than 200 lists or objects in each other; use fewer levels";
  expect(parseYaml(level.repeat(100_000)).fault).toEqual({ line, what });
});

test("200 lists in each other are read", () => {
  expect(parseYaml(`${"[".repeat(200)}${"]".repeat(200)}`).fault).toBeUndefined();
});

test("the first of 200,000 faults is named", () => {
  expect(parseYaml("]".repeat(200_000)).fault?.what).toMatch("Unexpected flow-seq-end token");
});

test("a fault above the place with too many levels is named first", () => {
  expect(parseYaml("a: b: c\n".repeat(1000)).fault).toEqual({
    line: 1,
    what: "Nested mappings are not allowed in compact mappings",
  });
});

test("several documents are refused in words", () => {
  expect(parseYaml("a: 1\n---\na: 2\n").fault).toEqual({
    line: 2,
    what: "it has several documents, each after ---; keep one of them",
  });
});

test("a key that is a list prints no part of the text", () => {
  const emitWarning = vi.spyOn(process, "emitWarning");
  expect(parseYaml("? [a client's text]\n: 1\n").document.toJS()).toEqual({ "[ a client's text ]": 1 });
  expect(emitWarning).not.toHaveBeenCalled();
});
