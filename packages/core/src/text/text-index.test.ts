import { expect, test } from "vitest";
import { textIndex } from "./text-index.ts";

test("equal texts have the number of the first one", () => {
  const index = textIndex();
  expect(["a", "b", "a", "", "b"].map(index.add)).toEqual([0, 1, 0, 2, 1]);
});

test("a text that was not added has no number", () => {
  const index = textIndex();
  index.add("a");
  expect([index.find("a"), index.find("b"), index.at(1)]).toEqual([0, undefined, ""]);
});

test("ten thousand texts keep their numbers while the index grows", () => {
  const index = textIndex();
  const texts = Array.from({ length: 10_000 }, (_, i) => `id${i} é ${"x".repeat(i % 7)}`);
  texts.forEach(index.add);
  expect([texts.map(index.find), texts.map((_, i) => index.at(i)), index.size()]).toEqual([
    [...texts.keys()],
    texts,
    10_000,
  ]);
});

test("texts of several blocks keep their numbers, also one that is longer than a block", () => {
  const index = textIndex();
  const texts = [600_000, 600_000, 3_000_000, 10, 600_000].map((length, i) => `${i}`.repeat(length));
  texts.forEach(index.add);
  expect([texts.map(index.find), texts.map((_, i) => index.at(i))]).toEqual([[0, 1, 2, 3, 4], texts]);
});

test("texts with the same hash are distinguished", () => {
  const index = textIndex();
  const [one, other] = ["costarring", "liquid"]; // the two have one 32-bit FNV-1a hash
  expect([index.add(one), index.add(other), index.find(one), index.find(other)]).toEqual([0, 1, 0, 1]);
});

test("halves of surrogate pairs are distinguished", () => {
  const index = textIndex();
  expect([index.add("\ud800"), index.add("\ud801"), index.add("\ufffd"), index.find("\ud801"), index.at(0)]).toEqual([
    0,
    1,
    2,
    1,
    "\ud800",
  ]);
});
