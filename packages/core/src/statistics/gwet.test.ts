import { expect, test } from "vitest";
import { gwet } from "./gwet.ts";

test("two raters who agree on 118 of 125 items have Gwet's AC1, where Cohen's kappa would be low", () => {
  // Gwet 2008, the paradox of kappa: 118 agree on +, 5 and 2 differ, 0 agree on -; pi = 0.972, expected 2·pi·(1-pi) = 0.054432
  const ratings = [
    ...Array.from({ length: 118 }, () => [1, 1]),
    ...Array.from({ length: 5 }, () => [1, 2]),
    ...Array.from({ length: 2 }, () => [2, 1]),
  ];
  const result = gwet(ratings, [1, 2], "identity");
  expect(result?.observed).toBeCloseTo(0.944, 12);
  expect(result?.expected).toBeCloseTo(0.054432, 12);
  expect(result?.coefficient).toBeCloseTo(0.889568 / 0.945568, 12);
});

test("a weighted coefficient counts near ratings as partial agreement", () => {
  const ratings = [
    [1, 2],
    [3, 3],
  ];
  // linear weights on 1..3: agreement 1/2 and 1; shares 1/4, 1/4, 1/2; expected (5/6)(5/8)
  const result = gwet(ratings, [1, 2, 3], "linear");
  expect(result?.observed).toBeCloseTo(0.75, 12);
  expect(result?.expected).toBeCloseTo(25 / 48, 12);
});

test("items with one rating alone, and one category, have no coefficient", () => {
  expect(
    gwet(
      [
        [1, null],
        [null, 2],
      ],
      [1, 2],
      "identity",
    ),
  ).toBeUndefined();
  expect(gwet([[1, 1]], [1], "identity")).toBeUndefined();
});
