import { expect, test } from "vitest";
import { conclusionsOf, plainPairTests, studentisedPairTests, testPairs } from "./pair-tests.ts";
import { stepDown } from "./step-down.ts";
import { stratifiedReplicates } from "./stratified-replicates.ts";

test("the adjusted p-value counts the replicates whose maximum over the remaining hypotheses reaches the statistic", () => {
  const nulls = [
    [0, 0],
    [4, 0],
    [0, 2],
    [1, 1],
  ];
  const adjusted = stepDown([3, 1], 4, (replicate, into) => into.set(nulls[replicate] ?? []));
  // 3 is reached by the second replicate; 1 by the third and the fourth, among the second hypothesis alone
  expect([...adjusted]).toEqual([2 / 5, 3 / 5]);
});

test("a smaller statistic has no smaller adjusted p-value", () => {
  const nulls = [
    [4, 0],
    [4, 0],
    [0, 0],
  ];
  const adjusted = stepDown([3, 1], 3, (replicate, into) => into.set(nulls[replicate] ?? []));
  expect([...adjusted]).toEqual([3 / 4, 3 / 4]);
});

/** 19 replicates of two models, whose difference deviates by -0.9, -0.8, ..., 0.9. */
const replicates = Float64Array.from({ length: 19 }, (_, b) => b).reduce((all, b) => {
  all[2 * b] = 0.5 + (b - 9) / 10;
  return all;
}, new Float64Array(38));

test("the smallest difference that the tests report is the 95th percentile of the largest deviation", () => {
  const { smallestTellableDifference } = plainPairTests({ values: Float64Array.of(0.5, 0), replicates });
  expect(smallestTellableDifference).toBeCloseTo(0.9, 12);
});

test("18 replicates are too few for a smallest difference at 5 %", () => {
  const { smallestTellableDifference } = plainPairTests({
    values: Float64Array.of(0.5, 0),
    replicates: replicates.subarray(0, 36),
  });
  expect(smallestTellableDifference).toBeNaN();
});

test("one model has no pairs", () => {
  const tests = plainPairTests({ values: Float64Array.of(0.5), replicates: new Float64Array(20) });
  expect([...tests.adjustedP]).toEqual([Number.NaN]);
});

test("a constant difference has a standard error of 1/n", () => {
  const { errors } = stratifiedReplicates(
    { scores: Float64Array.of(1, 1, 1, 1, 0, 0, 0, 0), models: 2, strata: new Int32Array(4) },
    0,
    () => undefined,
  );
  expect([...errors]).toEqual([0, 0.25, 0.25, 0]);
});

test("the units of a benchmark may be 300,000", () => {
  const units = { scores: new Float64Array(300_000), models: 1, strata: new Int32Array(300_000) };
  expect([...stratifiedReplicates(units, 0, () => undefined).values]).toEqual([0]);
});

test("each replicate has its own standard error", () => {
  const units = { scores: Float64Array.of(1, 1, 0, 1, 0, 0, 0, 0), models: 2, strata: new Int32Array(4) };
  const replicated = stratifiedReplicates(units, 1, (_, into) => into.fill(0));
  expect(replicated.replicateErrors[1]).toBe(0.25);
  expect(replicated.errors[1]).toBeCloseTo(Math.sqrt(0.75 / 12 + 1 / 16), 12);
  expect(studentisedPairTests(replicated).statistics[1]).toBeCloseTo(0.75 / Math.sqrt(0.75 / 12 + 1 / 16), 12);
});

/** Model 0 is better than models 2 and 3, model 1 is better than model 3. */
const p = Float64Array.of(0, 0.5, 0.01, 0.01, 1, 0, 0.2, 0.04, 1, 1, 0, 0.3, 1, 1, 1, 0);

test("rank sets, the best models and letters follow from the rejections", () => {
  expect(conclusionsOf(Float64Array.of(0.9, 0.8, 0.7, 0.6), p)).toEqual({
    rankSets: [
      [1, 2],
      [1, 3],
      [2, 4],
      [3, 4],
    ],
    best: [0, 1],
    letters: [["a"], ["a", "b"], ["b", "c"], ["c"]],
  });
});

test("without rejections every model may have every rank, and all share one letter", () => {
  expect(conclusionsOf(Float64Array.of(0.1, 0.2, 0.3), new Float64Array(9).fill(1))).toEqual({
    rankSets: [
      [1, 3],
      [1, 3],
      [1, 3],
    ],
    best: [0, 1, 2],
    letters: [["a"], ["a"], ["a"]],
  });
});

test.each([
  [2, 0.25],
  [60, 0.0005],
])("the p-value of a constant difference on %i items is not below %f, which a sign test gives", (clusters, least) => {
  const constant = Float64Array.from({ length: 4000 }, (_, at) => (at + 1) % 2);
  const tests = testPairs({ values: Float64Array.of(1, 0), replicates: constant, clusters });
  expect([tests[0], tests[2], tests[3]]).toEqual([0, expect.closeTo(least, 4), 1]);
});
