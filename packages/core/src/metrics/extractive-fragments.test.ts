import { expect, test } from "vitest";
import { extractiveStats } from "./extractive-fragments.ts";

const stats = (source: string, summary: string) => extractiveStats(source.split(" "), summary.split(" "));

test("coverage counts copied tokens, density the squares of the fragments' lengths, compression the lengths", () => {
  expect(stats("the patient has chest pain and fever", "Patient has fever today")).toEqual({
    coverage: 3 / 4,
    density: (4 + 1) / 4,
    compression: 7 / 4,
  });
});

test("a fragment that starts within another match is missed", () => {
  // "a a b" is in the source, but the search continues after the match "a a"
  expect(stats("a a a b", "a a b").density).toBe((2 ** 2 + 1) / 3);
});

test("an empty summary scores 0", () => {
  expect(extractiveStats(["a"], [])).toEqual({ coverage: 0, density: 0, compression: 0 });
});
