import { expect, test } from "vitest";
import { icc } from "./icc.ts";

const rounded = (ratings: number[][]) =>
  Object.fromEntries(
    Object.entries(icc(ratings)?.forms ?? {}).map(([form, value]) => [
      form,
      value && [value.icc, value.low, value.high].map((number) => number?.toFixed(3)).join(" "),
    ]),
  );

test("Shrout and Fleiss' six targets and four judges have the published forms, with McGraw and Wong's intervals", () => {
  const ratings = [
    [9, 2, 5, 8],
    [6, 1, 3, 2],
    [8, 4, 6, 8],
    [7, 1, 2, 6],
    [10, 5, 6, 9],
    [6, 2, 4, 7],
  ];
  expect(rounded(ratings)).toEqual({
    "ICC(1,1)": "0.166 -0.133 0.723",
    "ICC(1,k)": "0.443 -0.884 0.912",
    "ICC(C,1)": "0.715 0.342 0.946",
    "ICC(C,k)": "0.909 0.676 0.986",
    "ICC(A,1)": "0.290 0.019 0.761",
    "ICC(A,k)": "0.620 0.071 0.927",
  });
});

test("ratings that differ by a constant agree fully except for the constant, and have no interval from F", () => {
  const forms = icc([
    [1, 2],
    [2, 3],
    [3, 4],
    [4, 5],
  ])?.forms;
  expect(forms?.["ICC(C,1)"]).toEqual({ icc: 1 });
  expect(forms?.["ICC(A,1)"]?.icc).toBeCloseTo(10 / 13, 12);
  expect(forms?.["ICC(A,1)"]?.low).toBeUndefined();
});

test("equal ratings of all items have no form", () => {
  const forms = icc([
    [4.1, 4.1],
    [4.1, 4.1],
    [4.1, 4.1],
  ])?.forms;
  expect(forms).toEqual({
    "ICC(1,1)": undefined,
    "ICC(1,k)": undefined,
    "ICC(C,1)": undefined,
    "ICC(C,k)": undefined,
    "ICC(A,1)": undefined,
    "ICC(A,k)": undefined,
  });
});

test("one item and one rater have no correlation", () => {
  expect(icc([[3, 4]])).toBeUndefined();
  expect(icc([[3], [4]])).toBeUndefined();
});
