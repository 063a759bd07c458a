import { expect, test } from "vitest";
import { krippendorffAlpha } from "./krippendorff-alpha.ts";

/** Krippendorff 2011, example C: 12 units, 4 observers, missing values. */
const EXAMPLE = [
  [1, 1, null, 1],
  [2, 2, 3, 2],
  [3, 3, 3, 3],
  [3, 3, 3, 3],
  [2, 2, 2, 2],
  [1, 2, 3, 4],
  [4, 4, 4, 4],
  [1, 1, 2, 1],
  [2, 2, 2, 2],
  [null, 5, 5, 5],
  [null, null, 1, 1],
  [null, null, 3, null],
];

test.each([
  ["nominal", "0.743"],
  ["ordinal", "0.815"],
  ["interval", "0.849"],
] as const)("Krippendorff's example has the published %s alpha %s", (metric, expected) => {
  expect(krippendorffAlpha(EXAMPLE, metric)?.toFixed(3)).toBe(expected);
});

test("equal ratings and items with one rating have no alpha", () => {
  expect(
    krippendorffAlpha(
      [
        [3, 3],
        [3, 3],
      ],
      "nominal",
    ),
  ).toBeUndefined();
  expect(
    krippendorffAlpha(
      [
        [3, null],
        [null, 4],
      ],
      "interval",
    ),
  ).toBeUndefined();
});
