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

test("lists of thousands of levels are refused in words", () => {
  expect(parseYaml("[".repeat(20_000)).fault?.what).toBe(
    "its lists or objects are nested too deeply; use fewer levels",
  );
});

test.each([1000, 2000, 3000, 4000, 6000, 8000, 12_000, 20_000, 40_000])(
  "%i lists in each other on one line are read or refused in words",
  (levels) => {
    const { fault } = parseYaml(`a:\n${"- ".repeat(levels)}b\n`);
    expect([undefined, "its lists or objects are nested too deeply; use fewer levels"]).toContain(fault?.what);
  },
);

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
