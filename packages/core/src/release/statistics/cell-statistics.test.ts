import { expect, test } from "vitest";
import { type CellScores, cellStatistics } from "./cell-statistics.ts";

const streamOf = () => () => 0;
const items = (values: readonly (number | null)[], cluster?: (i: number) => string) =>
  values.map((value, i) => ({ id: `id${i}`, value, cluster: cluster?.(i) }));
const ones = (count: number, of: number) => Array.from({ length: of }, (_, i) => (i < count ? 1 : 0));
const cell = (fields: Partial<CellScores>): CellScores => ({
  value: 0.5,
  runs: [],
  range: { min: 0, max: 1 },
  lowerIsBetter: false,
  streamOf,
  ...fields,
});

test("an interval names its method, its scores and its independent units", () => {
  expect(cellStatistics(cell({ value: 1, runs: [items(ones(67, 67))] }))).toEqual({
    state: "ranked",
    interval: { low: expect.closeTo(0.94577386, 8), high: 1, n: 67, clusters: 67, nEffective: 67, method: "wilson" },
  });
});

test("fewer than 30 clusters are flagged", () => {
  const runs = [items(ones(20, 40), (i) => `patient ${i % 10}`)];
  expect(cellStatistics(cell({ runs })).interval).toMatchObject({ clusters: 10, flags: ["few-clusters"] });
});

test("a unit that the source does not name is named", () => {
  const runs = [items(ones(20, 40))];
  expect(cellStatistics(cell({ runs, unit: "patient" })).interval).toMatchObject({
    flags: ["clusters-unknown"],
    unknownUnit: "patient",
  });
});

test("the rows of an instance that was asked twice are one unit", () => {
  const once = items(ones(20, 40));
  expect(cellStatistics(cell({ runs: [[...once, ...once]] })).interval).toMatchObject({ n: 40, clusters: 40 });
});

test.each([
  [98, "ranked"],
  [97, "incomplete"],
  [95, "incomplete"],
  [94, "not-ranked"],
] as const)("a model with %d of 100 scores is %s", (observed, state) => {
  const runs = [items([...ones(observed, observed), ...Array<null>(100 - observed).fill(null)])];
  expect(cellStatistics(cell({ value: 1, runs })).state).toBe(state);
});

test("an instance without a row counts as missing", () => {
  const { state, bounds } = cellStatistics(cell({ value: 0.5, runs: [items(ones(45, 90))], instances: [100] }));
  expect([state, bounds]).toEqual(["not-ranked", { worst: 0.45, best: 0.55 }]);
});

test("missing scores could move the value between bounds", () => {
  const runs = [items([...ones(90, 95), null, null, null, null, null])];
  expect(cellStatistics(cell({ value: 90 / 95, runs })).bounds).toEqual({ worst: 0.9, best: 0.95 });
});

test("the best case of a metric of which less is better is the lower one", () => {
  const runs = [items([...ones(90, 95), null, null, null, null, null])];
  expect(cellStatistics(cell({ value: 90 / 95, runs, lowerIsBetter: true })).bounds).toEqual({
    worst: 0.95,
    best: 0.9,
  });
});

test("a cell without any score is unscored, and says why it has no interval", () => {
  expect(cellStatistics(cell({ runs: [items([null, null])] }))).toEqual({
    state: "unscored",
    interval: { undefinedBecause: "no instance has a score" },
  });
});

test("a ratio of sums has a bootstrap interval around the ratio", () => {
  let at = 0;
  const turns = () => (below: number) => (at = (at * 31 + 17) % 10_007) % below;
  const run = Array.from({ length: 40 }, (_, i) => ({ id: `id${i}`, value: (i % 4) / 4, weight: 4 }));
  const { interval } = cellStatistics(cell({ value: 0.375, runs: [run], streamOf: turns }));
  expect(interval).toMatchObject({ method: "bootstrap", n: 40, clusters: 40 });
  expect(interval !== undefined && "low" in interval && interval.low < 0.375 && interval.high > 0.375).toBe(true);
});

test("a value that is no mean of scores has no interval, and says why", () => {
  expect(cellStatistics(cell({ value: 0.7, runs: [items(ones(20, 40))] })).interval).toEqual({
    undefinedBecause: "the value is not the mean of its instances' scores",
  });
});
