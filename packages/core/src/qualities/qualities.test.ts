import { expect, test } from "vitest";
import { reliabilityOf } from "./reliability.ts";
import { type Probe, robustnessOf } from "./robustness.ts";
import { styleOf } from "./style-of-text.ts";

const probe = (instance: string, score: number, answer: string, more: Partial<Probe> = {}): Probe => ({
  instance,
  trial: 0,
  score,
  answer,
  ...more,
});

test("each change has its means, its worst case and its flips, next to those of repeats", () => {
  const found = robustnessOf([
    probe("1", 1, "A"),
    probe("2", 0, "B"),
    probe("1", 0, "C", { perturbation: "typos" }),
    probe("2", 1, "D", { perturbation: "typos" }),
    probe("1", 1, "A", { perturbation: "lowercase" }),
    probe("1", 1, "A", { trial: 1 }),
    probe("2", 1, "C", { trial: 1 }),
  ]);
  expect(found.changes).toEqual([
    { perturbation: "typos", instances: 2, plain: 0.5, changed: 0.5, worst: 0, flips: { share: 1, of: 2 } },
    { perturbation: "lowercase", instances: 1, plain: 1, changed: 1, worst: 1, flips: { share: 0, of: 1 } },
  ]);
  expect(found.all).toEqual({ instances: 2, plain: 0.5, worst: 0, spread: 0 });
  expect(found.repeats).toEqual({ share: 0.5, of: 2 });
});

test("a run without changed questions has no robustness, and free text no flips", () => {
  expect(robustnessOf([probe("1", 1, "A")])).toEqual({ changes: [] });
  const free = robustnessOf([
    { instance: "1", trial: 0, score: 3 },
    { instance: "1", trial: 0, score: 2, perturbation: "typos" },
  ]);
  expect(free.changes[0]).toEqual({ perturbation: "typos", instances: 1, plain: 3, changed: 2, worst: 2 });
  expect(free.all?.spread).toBe(1);
});

test("the reliability diagram has the bins with answers, and an edge belongs to the bin below it", () => {
  const found = reliabilityOf([
    { confidence: 0.3, isCorrect: false },
    { confidence: 0.95, isCorrect: true },
    { confidence: 0.91, isCorrect: false },
  ]);
  expect(found?.bins.map(({ from, answers, correct }) => [from, answers, correct])).toEqual([
    [0.2, 1, 0],
    [0.9, 2, 0.5],
  ]);
  expect(found?.ece).toBeCloseTo((0.3 + 0.86) / 3, 12);
  expect(reliabilityOf([])).toBeUndefined();
});

test("style counts words, hedges and long words of a hundred, and grades texts of 30 words or more", () => {
  expect(styleOf("It may be hyperthyroidism.")).toEqual({ words: 4, hedges: 25, longWords: 25 });
  expect(styleOf("The cat sat on the mat. ".repeat(5))?.grade).toBeCloseTo(0.39 * 6 + 11.8 - 15.59, 12);
  expect(styleOf("42 !")).toBeUndefined();
  expect(styleOf(`Rest${".".repeat(500_000)}x`)?.words).toBe(2); // quadratic time would take minutes
});
