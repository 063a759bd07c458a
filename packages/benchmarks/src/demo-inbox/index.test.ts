import { expect, test } from "vitest";
import { instances } from "./instances.ts";
import { DESKS, items } from "./items.ts";

test("each of the four desks gets ten of the forty messages", () => {
  expect(DESKS.map((desk) => items.filter((item) => item.desk === desk).length)).toEqual([10, 10, 10, 10]);
});

test("each letter is right equally often", () => {
  const places = instances().map(({ references }) => references.findIndex(({ tags }) => tags.includes("correct")));
  const counts = [0, 1, 2, 3].map((place) => places.filter((one) => one === place).length);
  expect(counts).toEqual([10, 10, 10, 10]);
});

test("no message occurs twice", () => {
  expect(new Set(items.map(({ message }) => message)).size).toBe(40);
});
