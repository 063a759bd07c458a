import { expect, test } from "vitest";
import { parseScores } from "./parse-scores.ts";

const HEADER = {
  formatVersion: 1,
  suite: "s",
  run: "r",
  benchmark: "quiz",
  model: "m",
  modelDeployment: "m",
  split: "test",
  metrics: [{ name: "exact_match", profile: "helm", main: true }],
};
const FULL_ROW = {
  id: "id0",
  trial: 0,
  repeat: 2,
  cluster: "c",
  stratum: "s",
  inputSha256: "ab",
  gold: "yes",
  given: "no",
  judges: [[1, null], []],
  counts: [[1, 2], null],
  values: [0.5, null],
};
const parsed = (row: unknown) =>
  parseScores(new TextEncoder().encode(JSON.stringify({ ...HEADER, rows: [FULL_ROW, row] })), "scores.json").rows[1];

test.each([
  ["with all fields", FULL_ROW],
  ["with the fields that every row has", { id: "", trial: -1, values: [] }],
])("a row %s is read as it is", (_which, row) => {
  expect(parsed(row)).toEqual(row);
});

test("a field of a later version is left out", () => {
  expect(parsed({ ...FULL_ROW, later: 1 })).toEqual(FULL_ROW);
});

test.each([
  ["rows.1", 7],
  ["rows.1", null],
  ["rows.1.id", { ...FULL_ROW, id: 7 }],
  ["rows.1.trial", { ...FULL_ROW, trial: 0.5 }],
  ["rows.1.trial", { id: "id1", values: [] }],
  ["rows.1.repeat", { ...FULL_ROW, repeat: "2" }],
  ["rows.1.cluster", { ...FULL_ROW, cluster: null }],
  ["rows.1.judges.0", { ...FULL_ROW, judges: [1] }],
  ["rows.1.judges.0.0", { ...FULL_ROW, judges: [["1"]] }],
  ["rows.1.counts.0", { ...FULL_ROW, counts: [[1, 2, 3]] }],
  ["rows.1.counts.0.1", { ...FULL_ROW, counts: [[1, null]] }],
  ["rows.1.values", { ...FULL_ROW, values: 1 }],
  ["rows.1.values.0", { ...FULL_ROW, values: [true] }],
])("a wrong value at %s is refused with its place", (place, row) => {
  expect(() => parsed(row)).toThrow(`scores.json: ${place}: `);
});
