import { expect, test } from "vitest";
import { type JuryRow, juryMeasures } from "./jury-measures.ts";

/** An answer whose value is the mean of its verdicts. */
function judged(...scores: (number | undefined)[]): JuryRow {
  const known = scores.filter((score) => score !== undefined);
  const value = known.length === 0 ? null : known.reduce((sum, score) => sum + score, 0) / known.length;
  return { value, scores: known.length === 0 ? undefined : scores, isWhole: known.length === scores.length };
}
const names = ["a", "b"];
const none = new Set<string>();

test("a strict judge that misses good answers does not raise the adjusted mean", () => {
  // judge b scores 2 below a; it misses the answer of 5
  const rows = [judged(3, 1), judged(4, 2), judged(5, undefined)];
  const jury = juryMeasures({ names, family: none, rows });
  expect(jury?.full).toEqual({ value: 10 / 3, n: 3 });
  expect(jury?.adjusted).toBeCloseTo(3, 9);
  expect(jury).toMatchObject({ missingVerdicts: 1, completeCases: { value: 2.5, n: 2 } });
  expect(jury?.judgeEffects["a"]).toBeCloseTo(1, 9);
  expect(jury?.judgeEffects["b"]).toBeCloseTo(-1, 9);
  expect(jury).not.toHaveProperty("withoutFamily");
});

test("the judges of the candidate's family are left out, next to the full jury", () => {
  const rows = [judged(5, 3), judged(4, 2)];
  const jury = juryMeasures({ names, family: new Set(["a"]), rows });
  expect(jury).toMatchObject({ full: { value: 3.5 }, withoutFamily: { judges: ["a"], value: 2.5 } });
});

test("a jury of the candidate's family alone has no other mean", () => {
  const jury = juryMeasures({ names, family: new Set(names), rows: [judged(5, 3)] });
  expect(jury).not.toHaveProperty("withoutFamily");
});

test("an empty answer keeps its value in every mean", () => {
  const empty: JuryRow = { value: 1, scores: undefined, isWhole: false };
  const jury = juryMeasures({ names, family: new Set(["a"]), rows: [judged(5, 3), empty] });
  expect(jury).toMatchObject({
    full: { value: 2.5, n: 2 },
    adjusted: 2.5,
    completeCases: { value: 2.5, n: 2 },
    missingVerdicts: 0,
    withoutFamily: { value: 2 },
  });
});

test("an answer without any verdict counts as missing and in no mean", () => {
  const jury = juryMeasures({ names, family: none, rows: [judged(5, 3), judged(undefined, undefined)] });
  expect(jury).toMatchObject({ full: { value: 4, n: 1 }, missingVerdicts: 2, adjusted: 4 });
});

test("verdicts that connect no judges have no adjusted mean", () => {
  const jury = juryMeasures({ names, family: none, rows: [judged(5, undefined), judged(undefined, 3)] });
  expect(jury).toEqual({ full: { value: 4, n: 2 }, missingVerdicts: 2, judgeEffects: {} });
});

test("a metric that is not the mean of the verdicts has no such measures", () => {
  expect(juryMeasures({ names, family: none, rows: [{ value: 0.5, scores: [1, 3], isWhole: true }] })).toBeUndefined();
  expect(juryMeasures({ names, family: none, rows: [judged(undefined, undefined)] })).toBeUndefined();
});
