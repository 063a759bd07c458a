import { expect, it } from "vitest";
import { at, linearAxis, logAxis } from "./scale.ts";

const usd = (value: number) => `$${value}`;

it("an axis has round ticks that hold all values", () => {
  const { from, to, ticks, label } = linearAxis([0.613, 0.82], { ticks: 5 });
  expect({ from, to, ticks, labels: ticks.map(label) }).toEqual({
    from: 0.6,
    to: 0.85,
    ticks: [0.6, 0.65, 0.7, 0.75, 0.8, 0.85],
    labels: ["0.60", "0.65", "0.70", "0.75", "0.80", "0.85"],
  });
});

it("an axis does not leave the bounds of a score", () => {
  const { from, to } = linearAxis([-0.02, 1.08], { bounds: [0, 1] });
  expect([from, to]).toEqual([0, 1]);
});

it("an axis without values, or with one value, has finite ends", () => {
  expect(linearAxis([])).toMatchObject({ from: 0, to: 1 });
  const one = linearAxis([0.5]);
  expect(at(one, 0.5)).toBe(50);
});

it("a value beyond the axis stays inside the drawing", () => {
  expect([-1, 0.25, 7].map((value) => at({ from: 0, to: 1, ticks: [], label: String }, value))).toEqual([0, 25, 100]);
});

it("an axis of costs has steps of 1, 2 and 5, and a cost of 0 is at its left end", () => {
  const axis = logAxis([39, 892, 0], usd);
  expect(axis.ticks).toEqual([50, 100, 200, 500]);
  expect(at(axis, 0)).toBe(0);
});

it("an axis of costs without a cost above 0 has finite ends", () => {
  expect(logAxis([0, 0], usd)).toMatchObject({ from: 0.01, to: 1 });
});
