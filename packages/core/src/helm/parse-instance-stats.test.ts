import { expect, test } from "vitest";
import { parseInstanceStats } from "./parse-instance-stats.ts";
import { PerInstanceStats } from "./stats.ts";

const STAT = {
  name: { name: "exact_match", split: "test" },
  count: 1,
  sum: 1,
  sum_squared: 1,
  min: 1,
  max: 1,
  mean: 1,
};
const RECORD = { instance_id: "id0", train_trial_index: 0, stats: [STAT] };
const PERTURBATION = { name: "typos", robustness: true, fairness: false };

test("a plain record is returned without a copy", () => {
  expect(parseInstanceStats(RECORD)).toBe(RECORD);
});

test("a perturbed record is parsed by the schema", () => {
  const record = { ...RECORD, perturbation: PERTURBATION };
  expect(parseInstanceStats(record)).toEqual(PerInstanceStats.parse(record));
});

test.each([
  ["no instance", { ...RECORD, instance_id: undefined }],
  ["a trial of 0.5", { ...RECORD, train_trial_index: 0.5 }],
  ["no stats", { ...RECORD, stats: undefined }],
  ["a split that is null", { ...RECORD, stats: [{ ...STAT, name: { name: "a", split: null } }] }],
  ["a mean that is Infinity", { ...RECORD, stats: [{ ...STAT, mean: Number.POSITIVE_INFINITY }] }],
  ["a sum that is text", { ...RECORD, stats: [{ ...STAT, sum: "1" }] }],
  ["a perturbation without a name", { ...RECORD, perturbation: {} }],
])("a record with %s has another layout", (_, record) => {
  expect(parseInstanceStats(record)).toBeUndefined();
});
