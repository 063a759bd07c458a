import { expect, test } from "vitest";
import { completeness, type PresentRun } from "./completeness.ts";

const EXPECTED = [{ benchmark: "quiz", base: "quiz", entry: "quiz", size: { instances: { low: 100, high: 120 } } }];
const counts = { instances: 100, failed: 0, verdictsAsked: 0, verdictsScored: 0 };
const whole: PresentRun = { base: "quiz", model: "m", isFinished: true, counts };

const stateOf = (...present: readonly PresentRun[]) => completeness(EXPECTED, ["m"], present)[0];

test("a model without a folder of the run misses it", () => {
  expect(stateOf({ ...whole, model: "other" })).toEqual({
    benchmark: "quiz",
    model: "m",
    entry: "quiz",
    state: "missing",
  });
});

test("a run of the whole split is complete", () => {
  expect(stateOf(whole)).toEqual({ benchmark: "quiz", model: "m", entry: "quiz", state: "complete" });
});

test.each([
  ["partial", "it has not ended", { isFinished: false }],
  ["partial", "1 request failed", { counts: { ...counts, failed: 1 } }],
  ["partial", "2 of 300 verdicts are missing", { counts: { ...counts, verdictsAsked: 300, verdictsScored: 298 } }],
  ["capped", "10 of 100 instances", { limit: 10, counts: { ...counts, instances: 10 } }],
  ["capped", "10 of 100 instances", { limit: 10, counts: undefined }],
])("a run is %s: %s", (state, detail, changes) => {
  const { counts: changed, ...others } = { ...whole, ...changes };
  expect(stateOf({ ...others, ...(changed && { counts: changed }) })).toMatchObject({ state, detail });
});

test.each([
  ["at least the benchmark's size", { limit: 100 }],
  ["more than the instances of the split", { limit: 90, counts: { ...counts, instances: 80 } }],
])("a limit of %s cuts nothing", (_, changes) => {
  expect(stateOf({ ...whole, ...changes })?.state).toBe("complete");
});

test("the best of several runs of one entry counts", () => {
  expect(stateOf({ ...whole, isFinished: false }, whole)?.state).toBe("complete");
});
