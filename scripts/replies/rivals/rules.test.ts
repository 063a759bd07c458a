import { expect, test } from "vitest";
import { harnessLetter, inspectLetter, simpleEvalsLetter } from "./letter-rules.ts";
import { harnessNumber, inspectNumber, simpleEvalsNumber } from "./number-rules.ts";

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
