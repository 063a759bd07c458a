import { expect, test } from "vitest";
import { CATEGORIES } from "../shared/demo-category.ts";
import { instances } from "./instances.ts";
import { items } from "./items.ts";

const all = instances();
const rightPlace = (i: number) => all[i]?.references.findIndex((r) => r.tags.includes("correct")) ?? -1;

test("there are thirty questions, six of each category", () => {
  expect(all).toHaveLength(30);
  for (const category of CATEGORIES) expect(items.filter((item) => item.category === category)).toHaveLength(6);
});

test("the right option is about equally often at each position, also within a category", () => {
  const counts = [0, 1, 2, 3].map((place) => all.filter((_, i) => rightPlace(i) === place).length);
  expect(counts).toEqual([7, 8, 7, 8]);
  for (const category of CATEGORIES) {
    const places = items.flatMap((item, i) => (item.category === category ? [rightPlace(i)] : []));
    expect(new Set(places).size).toBeGreaterThan(1);
  }
});

test("the longest option is right about as often as by chance", () => {
  const right = items.filter((item) => {
    const [first, ...wrong] = item.options;
    return wrong.every((option) => option.length < first.length);
  });
  expect(right).toHaveLength(7);
});

test("no question offers the same option twice", () => {
  for (const item of items) expect(new Set(item.options).size).toBe(4);
});
