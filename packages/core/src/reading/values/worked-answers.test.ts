import { expect, test } from "vitest";
import { asksPercent } from "../quantities/asked-for.ts";
import { readDate, readWeeksAndDays } from "../dates/read-date.ts";
import { readNumber } from "../numbers/read-number.ts";
import { valueOf } from "../reading.ts";

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
  "Normal troponin, which keeps the total at 2. The score is 3.",
  "The age brings the total to 2. The score is 3.",
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

test.each([
  "Using actual weight (92 kg) the clearance is 55.1 mL/min; using ideal weight (60 kg), 36.0 mL/min.",
  "Mit Idealgewicht 58,1, mit Ist-Gewicht 71,9",
  "CrCl = 61.4 mL/min (ideal weight) vs 78.2 mL/min (actual weight)",
])("two ways side by side are alternatives: %j", (reply) => {
  expect(valueOf(readNumber(reply, clearance))).toBeUndefined();
});

test("Two ways behind a heading of the answer are alternatives", () => {
  const reply = "### Final Answer\n\nAbout 8 weeks by ultrasound and 9 weeks and 2 days by dates.";
  expect(valueOf(readWeeksAndDays(reply, "What is the gestational age as a tuple (weeks, days)?"))).toBeUndefined();
});

test("Two dates by two ways are alternatives", () => {
  const question = "What is the patient's estimated due date?";
  expect(valueOf(readDate("01/19/2023 by LMP or 01/24/2023 by ultrasound", question))).toBeUndefined();
});

const rate = { ...clearance, question: "What is the infusion rate in mL/h?" };
test.each([
  ["Set the pump to 15 mL/h.", 15],
  ["1000 mL over 8 hours: 125 mL/h. This is about 42 drops per minute.", 125],
  ["Start at 10 mL/h and increase up to 30 mL/h until the pressure is above 65 mmHg.", undefined],
])("a rate is read in its unit, and a titration is none: %j", (reply, value) => {
  expect(valueOf(readNumber(reply, rate))).toBe(value);
});

const meld = { ...clearance, question: "What is the patient's MELD Na score using the UNOS/OPTN scoring guidelines?" };
const osmolality = { ...clearance, question: "What is the patient's serum osmolality in mOsm/kg?" };
const deficit = { ...clearance, question: "What is the patient's free water deficit in L?" };
const excretion = { ...clearance, question: "What is the fractional excretion of sodium?", isPercentage: true };
const fibrosis = { ...clearance, question: "What is the patient's Fibrosis-4 Index?" };
const pressure = { ...clearance, question: "What is the patient's mean arterial pressure in mmHg?" };
test.each([
  [meld, "MELD-Na: 28 (90-day mortality about 20 %; MELD without sodium: 24)", 28],
  [meld, "MELD-Na = 25 (MELD = 21)", 25],
  [osmolality, "Osmolarité calculée = 2 × 152 + 31 + 12 = 347 mOsm/kg", 347],
  [osmolality, "Calculated osmolality: 290 mOsm/kg. The osmolal gap is 32 mOsm/kg.", 290],
  [pressure, "The MAP is ninety.", 90],
  [pressure, "I get about 91. To be precise: 91.7.", 91.7],
  [pressure, "91.7, or 92 when rounded.", 91.7],
  [pressure, "91.7 (≈ 92)", 91.7],
  [deficit, "TBW = 0.6 × 80 = 48 L\nDeficit = 48 × 0.107 = 5.14 L\n\nReplace half (2.57 L) in the first 24 h.", 5.14],
  [excretion, "FENa 0.61 %, FEUrea 28 %", 0.61],
  [fibrosis, "FIB-4 of 1.9 (1.3–2.67 indeterminate), APRI 0.6", 1.9],
  [score, "No criteria are met.", 0],
  [score, "HEART: 3 points or more = likely. This patient: 2.", 2],
  [clearance, "CrCl 61 mL/min → dose 75 mg × 0.5 = 37.5 mg", 61],
])("values beside, rounded or behind the answer change nothing: %j %j", (question, reply, value) => {
  expect(valueOf(readNumber(reply, question))).toBe(value);
});
