import { expect, test } from "vitest";
import type { PartScores } from "./column-items.ts";
import { joinSharedQuestions } from "./shared-questions.ts";

/** A run with a row for each score of each question. */
const run = (part: string, scores: Readonly<Record<string, readonly (number | null)[]>>): PartScores => ({
  part,
  items: Object.entries(scores).flatMap(([id, values]) =>
    values.map((value) => ({ id, inputSha256: `hash of ${id}`, value })),
  ),
});
const shown = (parts: readonly PartScores[]) =>
  parts.map(({ part, items }) => [
    part,
    items.map(({ id, value, weight }) => ({ id, value, ...(weight && { weight }) })),
  ]);

test("a plain run and one with three repeats have one score of each question, the mean of the runs'", () => {
  const joined = joinSharedQuestions([run("", { a: [1], b: [0] }), run("repeats=3", { a: [1, 0, 0], b: [1, 1, 1] })]);
  expect(shown(joined)).toEqual([
    [
      "",
      [
        { id: "a", value: 2 / 3 },
        { id: "b", value: 0.5 },
      ],
    ],
  ]);
});

test("runs of other questions stay as they are", () => {
  const parts = [run("subset=x", { a: [1] }), run("subset=y", { b: [0] })];
  expect(joinSharedQuestions(parts)).toBe(parts);
});

test("equal ids without hashes do not join runs", () => {
  const parts = ["x", "y"].map((part) => ({ part, items: [{ id: "id0", value: 1 }] }));
  expect(joinSharedQuestions(parts)).toBe(parts);
});

test("two subsets, each with a plain run and one with repeats, stay two runs under the names of the plain ones", () => {
  const joined = joinSharedQuestions([
    run("subset=x", { a: [1] }),
    run("subset=x,repeats=2", { a: [0, 0] }),
    run("subset=y", { b: [1] }),
    run("subset=y,repeats=2", { b: [1, 0] }),
  ]);
  expect(shown(joined)).toEqual([
    ["subset=x", [{ id: "a", value: 0.5 }]],
    ["subset=y", [{ id: "b", value: 0.75 }]],
  ]);
});

test("where a score is missing, the weights keep the mean of the runs' means", () => {
  const joined = joinSharedQuestions([run("", { a: [1], b: [null] }), run("repeats=2", { a: [1, 0], b: [0, 0] })]);
  const weights = [1, 1, 0.25, 0.25, 0.25, 0.25];
  const values = [1, null, 1, 0, 0, 0];
  expect(joined[0]?.items.map(({ value, weight }) => [value, weight])).toEqual(values.map((v, i) => [v, weights[i]]));
});
