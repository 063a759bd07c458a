import { expect, test } from "vitest";
import { asksPercent } from "./asked-for.ts";
import { readNumber } from "./read-number.ts";
import { valueOf } from "./reading.ts";

const score = { question: "What is the patient's HEART score?", isScore: true, isPercentage: true };
const clearance = {
  question: "What is the patient's creatinine clearance in mL/min?",
  isScore: false,
  isPercentage: false,
};
const mme = {
  question: "What is the patient's total morphine milligram equivalents (MME) a day?",
  isScore: false,
  isPercentage: false,
};
const steroid = { ...mme, question: "What is the equivalent dosage in mg of hydrocortisone?" };

test.each([
  "The current HEART score is 0.\nAge adds 1, making the total 0 + 1 = 1.\nThe ECG makes it 1 + 2 = 3.\nThe HEART score is 3.",
  "The current score is 0. Age is over 65, so 2 points are added, making the current score 0 + 2 = 2. One risk factor makes it 2 + 1 = 3.",
  "The current HEART score is 0.\nThe age keeps the total at 0.\nHence, the HEART score is 3.",
])("a running total is no answer before its end: %j", (reply) => {
  expect(valueOf(readNumber(reply, score))).toBe(3);
});

test.each([
  "The formula is 142 x (1.1/0.9)**-1.2 = 111.6. Multiply the 111.6 mL/min by the conversion factor, 0.85, giving 94.9 mL/min.",
  "The clearance is 111.6 mL/min. For women, 111.6 × 0.85 = 94.9. The clearance is 94.9 mL/min.",
  "With the actual weight the clearance is 111 mL/min. As she is obese, the adjusted weight should be used, giving 94.9 mL/min.",
  "The clearance is between 90 and 100 mL/min. The clearance is 94.9 mL/min.",
])("an operand, a factor, a value that is calculated further and a range before it are no answer: %j", (reply) => {
  expect(valueOf(readNumber(reply, clearance))).toBe(94.9);
});

test("Two values without a calculation between them are alternatives", () => {
  expect(valueOf(readNumber("The clearance is 61 mL/min.\nThe clearance is 52 mL/min.", clearance))).toBeUndefined();
});

test("The sum of the parts, one on each line, is the answer", () => {
  expect(valueOf(readNumber("Oxycodone: 90 MME\nFentanyl: 60 MME\nTramadol: 20 MME\n170 MME a day", mme))).toBe(170);
});

test("Parts whose sum is missing are alternatives", () => {
  expect(valueOf(readNumber("Oxycodone: 90 MME\nFentanyl: 60 MME\nTramadol: 20 MME", mme))).toBeUndefined();
});

test("An equivalence yields to the value that is calculated with it", () => {
  const reply = "Prednisolone 5 mg ≈ hydrocortisone 20 mg. She takes 12.5 mg → 12.5 × 4 = 50 mg hydrocortisone.";
  expect(valueOf(readNumber(reply, steroid))).toBe(50);
});

test("A score that an arrow leads to its risk is read", () => {
  expect(valueOf(readNumber("Score: 2 → 11–17% of such patients", score))).toBe(2);
});

test("An input that is assumed is no answer", () => {
  expect(valueOf(readNumber("The ECG is not reported, so we take it to be 0. The HEART score is 3.", score))).toBe(3);
});

test("A risk is a percentage", () => {
  expect(asksPercent("What is the patient's Framingham Risk Score?")).toBe(true);
});
