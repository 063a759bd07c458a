import { expect, test } from "vitest";
import { mergeKeys } from "./merge-keys.ts";

test("a map has the keys of the map that << names, and its own value of a key that both have", () => {
  const value = { base: { type: "a", top: 1 }, other: { "<<": { type: "a", top: 1 }, top: 2 } };
  expect(mergeKeys(value, "x.yaml")).toEqual({ base: { type: "a", top: 1 }, other: { type: "a", top: 2 } });
});

test("of several maps the first that has a key gives its value", () => {
  const value = [{ "<<": [{ a: 1 }, { a: 2, b: 2 }] }];
  expect(mergeKeys(value, "x.yaml")).toEqual([{ a: 1, b: 2 }]);
});

test("a named map may itself name one", () => {
  expect(mergeKeys({ "<<": { "<<": { a: 1 }, b: 2 }, c: 3 }, "x.yaml")).toEqual({ a: 1, b: 2, c: 3 });
});

test("values without << are the same objects", () => {
  const value = { list: [{ a: 1 }], none: null };
  expect(mergeKeys(value, "x.yaml")).toBe(value);
});

test.each([[1], [null], [["a"]]])("<< with %j in the place of a map is refused with one sentence", (named) => {
  expect(() => mergeKeys({ a: { "<<": named } }, "x.yaml")).toThrow(
    "x.yaml: the key << names a value that is no map; name a map or a list of maps, or write the keys out",
  );
});

test("a chain of maps that each name the one before is refused before it fills the memory", () => {
  let map: Record<string, unknown> = {};
  for (let i = 0; i < 600; i++) map = { "<<": map, [`key${i}`]: i };
  expect(() => mergeKeys(map, "x.yaml")).toThrow(
    "x.yaml: the maps that << names have more than 100000 keys together; write the keys out",
  );
});
