import { expect, test } from "vitest";
import { ownReplies } from "../files.ts";
import {
  ehrsqlAuthors,
  healthbenchAuthors,
  medcalcAuthors,
  medecAuthors,
  medhalluAuthors,
  medxpertqaAuthors,
  pubmedqaAuthors,
} from "./author-rules.ts";
import { harnessLetter, inspectLetter, simpleEvalsLetter } from "./letter-rules.ts";
import { harnessNumber, inspectNumber, simpleEvalsNumber } from "./number-rules.ts";
import { rivals } from "./rivals.ts";

const letters = ["A", "B", "C", "D"];

test.each([
  ["Answer: B", "B", undefined, "B"],
  ["The answer is (B).", undefined, "B", undefined],
  ["Answer: A or B", "A", undefined, undefined],
  ["answer: b", undefined, undefined, "B"],
  ["B", undefined, undefined, undefined],
])("%j: simple-evals reads %s, lm-eval-harness %s, inspect_ai %s", (reply, simple, harness, inspect) => {
  expect([simpleEvalsLetter, harnessLetter, inspectLetter].map((rule) => rule(reply, letters))).toEqual([
    simple,
    harness,
    inspect,
  ]);
});

test.each([
  ["Answer: 25.2", 25.2, 25.2, 25.2],
  ["The BMI is 25.2 kg/m2.", undefined, 2, 25.2],
  ["no number", undefined, undefined, undefined],
])("%j: simple-evals reads %s, lm-eval-harness %s, inspect_ai %s", (reply, simple, harness, inspect) => {
  expect([simpleEvalsNumber, harnessNumber, inspectNumber].map((rule) => rule(reply))).toEqual([
    simple,
    harness,
    inspect,
  ]);
});

test.each([
  ['{"answer": "25.2 kg/m^2"}', "decimal", 2],
  ['{"answer": "53.1%"}', "decimal", 0.531],
  ['{"answer": "3 out of 5"}', "integer", 3],
  ['{"answer": "1, 2, 3"}', "integer", 3],
  ['{"answer": "9/3/2014"}', "date", "2014-09-03"],
  ["{\"answer\": \"('3 weeks', '4 days')\"}", "weeks and days", [3, 4]],
  ["25.2", "decimal", undefined],
] as const)("MedCalc-Bench's authors read %j as a %s: %j", (reply, type, value) => {
  expect(medcalcAuthors(reply, type)).toEqual(value);
});

test.each([
  ["CORRECT", { error: false }],
  ["7 He is given ibuprofen.", { error: true, sentence: 7 }],
  ["CORRECT.", undefined],
  ["7", undefined],
])("MEDEC's authors read %j as %j", (reply, value) => {
  expect(medecAuthors(reply)).toEqual(value);
});

test.each([
  ["null", { abstains: true }],
  ["SELECT 1\nFROM visit", { query: "SELECT 1 FROM visit" }],
  ["I cannot answer.", { query: "I cannot answer." }],
])("EHRSQL's authors read %j as %j", (reply, value) => {
  expect(ehrsqlAuthors(reply)).toEqual(value);
});

test("the other authors read a label, a letter and a grader's verdict by their form", () => {
  expect(["yes", "Yes", "yes."].map(pubmedqaAuthors)).toEqual(["yes", undefined, undefined]);
  expect(["0", "not sure", "pass", "hallucinated"].map(medhalluAuthors)).toEqual(["0", "1", undefined, "0"]);
  expect(medxpertqaAuthors("Vitamin D is low, so C", letters)).toBe("D");
  expect(healthbenchAuthors('```json\n{"criteria_met": true}\n```')).toBe(true);
  expect(healthbenchAuthors('Verdict: {"criteria_met": true}')).toBeUndefined();
});

test("the table of rivals says where another evaluation has no rule", () => {
  const table = rivals({ refusals: ownReplies().refusals?.slice(0, 1) ?? [] });
  expect(table).toContain("refusals        simple-evals     has no rule");
});
