import { RequestState } from "@medhelm/core/helm/scenario-state";
import { AdapterSpec } from "@medhelm/core/helm/run-spec";
import { expect, test } from "vitest";
import type { Gold } from "./gold.ts";
import { outputType } from "./gold.ts";
import { helmVerdict } from "./helm-verdict.ts";
import { medcalcMetric } from "./metric.ts";
import { verdict } from "./verdict.ts";

const gold = (text: string, over: Partial<Gold> = {}): Gold => ({
  text,
  category: "lab",
  lower: text,
  upper: text,
  question: "What is the value?",
  ...over,
});
const anionGap = gold("16.0", { lower: "15.2", upper: "16.8" });
const centor = gold("3", { category: "risk" });
const wells = gold("0", { category: "risk", question: "the score of Wells' criteria for Pulmonary Embolism?" });
const dueDate = gold("10/22/2030", { category: "date" });
const weeks = gold("('3 weeks', '4 days')", { category: "date" });
const fena = gold("1.2", {
  lower: "1.14",
  upper: "1.26",
  question: "Please return your answer as a percentage value.",
});

test("the output type follows from gold value, category and limits, and for Wells' score from the question", () => {
  expect([anionGap, centor, wells, dueDate, weeks].map(outputType)).toEqual([
    "decimal",
    "integer",
    "decimal",
    "date",
    "weeks and days",
  ]);
});

test.each([
  ["16", anionGap],
  ["15.2", anionGap],
  ["16 mEq/L", anionGap],
  ["The answer is **16.1**.", anionGap],
  ["140 - 100 - 24 = 16", anionGap],
  ["1.6e1", anionGap],
  ['{"step_by_step_thinking": "1 + 1", "answer": "16"}', anionGap],
  ['{"answer": 16, "unit": "2"', anionGap],
  ["16.0 kg/m^2", anionGap],
  ["16 mL/min/1.73 m²", anionGap],
  ["1600%", anionGap],
  ["1.2%", fena],
  ["1.2%", { ...fena, question: "What is the patient's fractional excretion of sodium in percent?" }],
  ["1.2 %", { ...fena, question: "What is the patient's fractional excretion of sodium, in %?" }],
  ["3", centor],
  ["03", centor],
  ["3 points", centor],
  ["3/4", centor],
  ["3 out of 4", centor],
  ["3 (range 0-4)", centor],
  ["CURB-65 score: 3", centor],
  ["3.4", centor],
  ["10/22/2030", dueDate],
  ["The date is 10/22/2030.", dueDate],
  ["2030-10-22", dueDate],
  ["October 22, 2030", dueDate],
  ["16\n\nExplanation: sodium 140 minus 124.", anionGap],
  ["<think>124? No.</think>16", anionGap],
  ["('3 weeks', '4 days')", weeks],
  ["(3, 4)", weeks],
  ["3 weeks and 4 days", weeks],
  ["3w4d", weeks],
])("%j is right", (reply, of) => {
  expect(verdict(reply, of)).toBe(1);
});

test.each([
  ["", anionGap],
  ["16.9", anionGap],
  ["15 - 17", anionGap],
  ["between 15 and 16", anionGap],
  ["at least 16", anionGap],
  ["Class 3", centor],
  ["15, 16", anionGap],
  ["8*2", anionGap],
  ["str(16)", anionGap],
  ["__import__('os').getpid() or 16 * 1", anionGap],
  ["120%", fena],
  ["0.4", wells],
  ["3.5", centor],
  ["1, 2, 3", centor],
  ["22/10/2030", dueDate],
  ["(2, 11)", weeks],
  ["25 days", weeks],
  ["3.57 weeks", weeks],
])("%j is wrong", (reply, of) => {
  expect(verdict(reply, of)).toBe(0);
});

test("a thousands separator belongs to the number", () => {
  expect(verdict("1,512.0 mg", gold("1512", { lower: "1500", upper: "1520" }))).toBe(1);
});

test("HELM scores neither lab nor dosage, compares scores as texts, and reads numbers as Python does", () => {
  expect(helmVerdict("16", anionGap)).toBe(0);
  expect(helmVerdict("40", gold("40", { category: "dosage" }))).toBe(0);
  expect(helmVerdict("3.0", centor)).toBe(0);
  expect(helmVerdict(" 3\n", centor)).toBe(1);
  expect(helmVerdict("1_6.0", { ...anionGap, category: "physical" })).toBe(1);
  expect(helmVerdict("nan", { ...anionGap, category: "physical" })).toBe(0);
  expect(helmVerdict("('3 weeks', '4 days') or so", weeks)).toBe(1);
  expect(helmVerdict("10/22/2030", dueDate)).toBe(1);
  expect(helmVerdict("2/30/2030", gold("2/30/2030", { category: "date" }))).toBe(0);
});

const physical: Gold = { ...anionGap, category: "physical" };

test.each([
  ["１６.０", physical, 1],
  ["١٦", physical, 1],
  ["१६", physical, 1],
  ["１_６", physical, 1],
  ["16\u3000", physical, 1],
  ["１６．０", physical, 0],
  ["１６٫０", physical, 0],
  ["１６²", physical, 0],
  ["－１６", { ...physical, lower: "-17", upper: "-15" }, 0],
  ["('３ weeks', '٤ days')", weeks, 1],
  ["10/2２/2030", dueDate, 1],
  ["10/22/２０３０", dueDate, 1],
  ["１0/22/2030", dueDate, 0],
  ["10/２2/2030", dueDate, 0],
  ["10/３/2030", gold("10/3/2030", { category: "date" }), 0],
] as const)("HELM's verdict on %j follows Python's float(), int() and strptime", (reply, one, right) => {
  expect(helmVerdict(reply, one)).toBe(right);
});

test("profile corrected returns the steps of its reading, and profile helm none", () => {
  const state = RequestState.parse({
    instance: {
      input: { text: "Patient note: A note.\n\nQuestion: What is the anion gap?\n" },
      references: [{ output: { text: "16.0" }, tags: ["correct"] }],
      split: "test",
      id: "1",
      extra_data: { category: "lab", lower_limit: "15.2", upper_limit: "16.8" },
    },
    train_trial_index: 0,
    request: { model_deployment: "d", model: "m", prompt: "p" },
    result: {
      success: true,
      embedding: [],
      completions: [{ text: "16 mEq/L", logprob: 0, tokens: [] }],
      cached: false,
    },
    num_train_instances: 0,
    prompt_truncated: false,
  });
  const context = { adapterSpec: AdapterSpec.parse({ num_outputs: 1 }), countTokens: () => 0 };
  const readings = (profile: "helm" | "corrected") => medcalcMetric({}).readingsOf?.(state, { ...context, profile });
  expect(readings("helm")).toEqual([]);
  expect(readings("corrected")).toEqual([
    {
      reader: "number",
      reading: {
        kind: "read",
        value: 16,
        steps: [
          { step: "found an answer", at: [[0, 2]], what: "leads" },
          { step: "read", at: [[0, 2]], what: "16" },
        ],
      },
    },
  ]);
});
