import { expect, test } from "vitest";
import { winRateBand } from "./win-rate-band.ts";

/** Two models, of which the first wins in all replicates but `lost`. */
const column = (lost: number) => ({
  rows: [0, 1],
  models: [0, 1],
  width: 2,
  replicates: Float64Array.from({ length: 200 }, (_, at) =>
    at % 2 === 0 && at / 2 >= lost ? 1 : at % 2 === 0 ? 0 : 0.5,
  ),
});

/** The first model always wins, by differences that vary. */
const replicatesAbove = Float64Array.from({ length: 200 }, (_, at) => (at % 2 === 0 ? 1 + at : 0));

test("the band is 1.96 √2 root mean square deviations from the printed value, within 0 and 1", () => {
  expect(winRateBand([1, 0], [column(1)], 100)).toEqual([
    { low: expect.closeTo(0.72282, 5), high: 1 },
    { low: 0, high: expect.closeTo(0.27718, 5) },
  ]);
});

test("a model without a win rate has no band", () => {
  expect(winRateBand([1, null], [column(1)], 100)[1]).toBeUndefined();
});

test("where no score varies, the band is undefined", () => {
  const constant = { ...column(0), replicates: Float64Array.from({ length: 200 }, (_, at) => at % 2) };
  const undefinedBecause = "no model's score differs between the items";
  expect(winRateBand([0, 1], [constant], 100)).toEqual([{ undefinedBecause }, { undefinedBecause }]);
});

test("a band of one value is shown where scores vary and the order does not", () => {
  expect(winRateBand([1, 0], [column(0), { ...column(0), replicates: replicatesAbove }], 100)).toEqual([
    { low: 1, high: 1 },
    { low: 0, high: 0 },
  ]);
});
