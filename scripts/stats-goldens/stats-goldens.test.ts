import { expect, test } from "vitest";
import { checkGoldens } from "./check-goldens.ts";
import { fileGoldens, ownGoldens, sharedGoldens } from "./files.ts";
import type { Goldens } from "./goldens.ts";
import { report } from "./report.ts";
import { section } from "./section.ts";
import { SECTIONS } from "./sections.ts";
import { z } from "zod";

const differences = (goldens: Goldens) => checkGoldens(goldens, SECTIONS).flatMap((one) => one.differences);

test("the formulas give the project's own expected values", () => {
  expect(differences(ownGoldens())).toEqual([]);
});

test.skipIf(sharedGoldens() === undefined)("the formulas give the reference's expected values", () => {
  expect(differences(sharedGoldens() ?? { sections: {} })).toEqual([]);
});

const halves = { halves: section(z.number(), (input) => input / 2) };
const goldens = (name: string, input: unknown, expected: number | null): Goldens => ({
  sections: { [name]: { tolerance: { abs: 1e-9 }, cases: [{ id: "a", input, expected }] } },
});

test("a difference is reported with its case", () => {
  expect(report(checkGoldens(goldens("halves", 3, 2), halves))).toBe(
    "halves              0/1      1 differ; a: 1.5, expected 2",
  );
});

test("null is not 0", () => {
  expect(report(checkGoldens(goldens("halves", 0, null), halves))).toBe(
    "halves              0/1      1 differ; a: 0, expected null",
  );
});

test("a section without a formula is named as not checked", () => {
  expect(report(checkGoldens(goldens("thirds", 3, 1), halves))).toBe(
    "thirds              0/1      not checked: no formula of this name",
  );
});

test("an input of another form is a difference", () => {
  expect(report(checkGoldens(goldens("halves", "three", 1.5), halves))).toBe(
    "halves              0/1      1 differ; a: input: must be a number, not text",
  );
});

test("an input outside the domain of a formula has no value", () => {
  const input = { dist: "t", p: 0.975, df: 0 };
  expect(report(checkGoldens(goldens("quantiles", input, null), SECTIONS))).toBe("quantiles           1/1");
});

test("an absent file of goldens is refused in one sentence", () => {
  expect(() => fileGoldens("/no/goldens.json")).toThrow(
    "/no/goldens.json has no goldens (ENOENT: no such file or directory, open '/no/goldens.json'); give a file like ../shared/stats/goldens.json",
  );
});
