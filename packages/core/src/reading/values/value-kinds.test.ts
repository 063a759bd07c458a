import { expect, test } from "vitest";
import { readDate, readWeeksAndDays } from "../dates/read-date.ts";
import { readNumber } from "../numbers/read-number.ts";
import { valueOf } from "../reading.ts";

const numberOf = (question: string, reply: string) =>
  valueOf(readNumber(reply, { question, isScore: false, isPercentage: /percent/.test(question) }));
const LDL = "Work out the LDL cholesterol with the Friedewald equation in mg/dL.";
const PUMP = "At how many mL per hour should the heparin pump run?";
const DOSE = "What dose of paracetamol in mg should the girl get per dose?";
const DEFICIT = "How many litres is the free water deficit?";
const PACKS = "How many pack-years has he smoked?";
const MME = "What is the total daily dose of opioids in morphine milligram equivalents (MME)?";
const QTC = "What is the corrected QT interval by Bazett in ms?";

test.each([
  "LDL cannot be computed with this equation because the triglycerides are 512 mg/dL (must be below 400 mg/dL).",
  "This patient has triglycerides of 512 mg/dL. The LDL can't be calculated.",
  "It is not possible to compute the LDL: triglycerides 520 mg/dL exceed the limit.",
])("the reason why none can be calculated is no answer: %j", (reply) => {
  expect(numberOf(LDL, reply)).toBeUndefined();
});

test.each([
  [PUMP, "Concentration: 250 mL = 100 units/mL\nDose: 18 × 80 = 1,440 units/h\n\nSet the pump to 14.4 mL/hr.", 14.4],
  [PUMP, "- Maintenance: 18 units/kg/h × 80 kg = 1,440 units/h\n- Pump rate: 14.4 mL/h", 14.4],
  [DOSE, "She should receive 270 mg (15 mg/kg), up to four times a day.", 270],
  [DOSE, "Dosis única: 270 mg (15 mg/kg × 18 kg), cada 6 horas.", 270],
  [PACKS, "1.5 packs a day for 24 years: 36 pack-years.", 36],
  [PACKS, "Il a fumé 36 paquets-années (1,5 paquet par jour pendant 24 ans).", 36],
  ["How well do his kidneys filter? Give mL/min/1.73 m².", "eGFR ≈ 61", 61],
])("a value in another unit than the requested one is an input: %j %j", (question, reply, value) => {
  expect(numberOf(question, reply)).toBe(value);
});

test.each([
  [DEFICIT, "The deficit is about 3.6 liters. Give 1.8 liters over the first day.", 3.6],
  [DEFICIT, "Her total body water is 0.5 × 62 = 31 L. The deficit comes to 31 × 0.1286 = 3.99 L.", 3.99],
  [DOSE, "Single dose: 270 mg\nDaily maximum: 1080 mg", 270],
])("advice, a maximum and another quantity in the requested unit are no answer: %j %j", (question, reply, value) => {
  expect(numberOf(question, reply)).toBe(value);
});

test.each([
  "Oxycodone contributes 90 MME and tramadol 30 MME.",
  "Oxycodone 40 mg × 1.5 = 60 MME; hydrocodone 30 mg × 1 = 30 MME",
])("parts without their sum are no answer: %j", (reply) => {
  expect(numberOf(MME, reply)).toBeUndefined();
});

test.each(["QTcB 440 ms, QTcF 425 ms", "QTc (Bazett) = 440 ms; QTc (Fridericia) = 425 ms."])(
  "of several methods that of the question counts: %j",
  (reply) => {
    expect(numberOf(QTC, reply)).toBe(440);
  },
);

test.each([
  ["I get 30 weeks and 5 days. Hmm, I lost a week in May: it is 31 weeks and 5 days.", [31, 5]],
  ["She's at 31+5.", [31, 5]],
  ["By the scan she is 31 weeks 5 days; by the last period it would have been 32 weeks 1 day.", [31, 5]],
  ["Ela está com 31 semanas e 5 dias.", [31, 5]],
])("weeks and days in free words: %j", (reply, value) => {
  expect(valueOf(readWeeksAndDays(reply, "Going by the scan, how many weeks and days pregnant is she?"))).toEqual(
    value,
  );
});

test.each([
  ["CRL 58 mm corresponds to 12+3.", [12, 3]],
  ["By LMP: 24w2d. By scan: 23w5d.", [23, 5]],
  ["She was 12w2d on 1 March; 110 days on, she's 28w0d.", [28, 0]],
])("a span of an unknown label, of the way of the question and of the present: %j", (reply, value) => {
  expect(valueOf(readWeeksAndDays(reply, "Going by the scan, how many weeks and days pregnant is she?"))).toEqual(
    value,
  );
});

test.each([
  ["What is the oxygen index?", "OI = 18", 18],
  [
    "What is the fractional excretion of sodium in percent?",
    "La excreción fraccional de sodio es del 0,4 %, menor del 1 %.",
    0.4,
  ],
  [
    "How many mL of the suspension should be given per dose?",
    "300 mg per dose; the strength of the suspension is unknown.",
    undefined,
  ],
])("initials, a bound behind the value and a value in another unit: %j %j", (question, reply, value) => {
  expect(numberOf(question, reply)).toBe(value);
});

test.each([
  ["The LMP was 11/14/2023. 280 days later is August 20, 2024.", "2024-08-20"],
  ["The LMP was November 14, 2023.", undefined],
])("the date from which another one is counted is no answer: %j", (reply, value) => {
  expect(valueOf(readDate(reply, "What date is 280 days after the LMP?"))).toBe(value);
});

test("the second of two parts contradicts the first", () => {
  const question = "How many units of insulin should she inject before the meal?";
  expect(numberOf(question, "6 units for the meal and 2 units for the correction.")).toBeUndefined();
});

const DAILY = "What dose of the drug in mg should he receive?";
test.each([
  ["5 mg/kg × 60 kg = 300 mg, which exceeds the maximum. Give 250 mg.", 250],
  ["The calculated dose is 300 mg, but the maximum single dose is 250 mg, so give 250 mg.", 250],
  ["300 mg by weight, capped at 250 mg.", 250],
  ["4 mg/kg × 60 kg = 240 mg, which is below the maximum of 250 mg. Give 240 mg.", 240],
  ["Two tablets of 5 mg, that is 10 mg.", 10],
  ["5 mg twice a day, i.e. 10 mg per day.", 10],
])("a dose that the reply caps or multiplies yields to the result: %j", (reply, value) => {
  expect(numberOf(DAILY, reply)).toBe(value);
});

test.each([
  "She is 28 weeks along (28w3d to be exact).",
  "About 28 weeks pregnant, more precisely 28 weeks and 3 days.",
])("a rough span yields to the exact one: %j", (reply) => {
  expect(valueOf(readWeeksAndDays(reply, "How far along is she today?"))).toEqual([28, 3]);
});

test.each([
  ["What is the body surface area in m²?", "Roughly 1.9; more exactly, BSA = 1.87 m².", 1.87],
  ["What is the absolute neutrophil count in cells/µL?", "Die absolute Neutrophilenzahl liegt bei 1.240/µl.", 1240],
  ["What is the absolute neutrophil count in cells/µL?", "ANC: 1.240 Zellen/µL", 1240],
  ["What is the white cell count in 10^3/µL?", "1.24 × 10^3/µL", 1240],
  [
    "What is the patient's Centor score?",
    "I think the score is probably 4, though the nodes are described vaguely.",
    4,
  ],
])("a value with its exact form, its thousands or its doubt: %j %j", (question, reply, value) => {
  expect(numberOf(question, reply)).toBe(value);
});

test("a courtesy behind a value in another unit changes nothing", () => {
  expect(numberOf(PUMP, "1,840 mL\n\nLet me know if you have any questions.")).toBe(1840);
});

test("the points of two criteria in brackets are no score", () => {
  const question = { question: "What is the RCRI?", isScore: true, isPercentage: true };
  expect(valueOf(readNumber("Ischemic heart disease (1), insulin (1)", question))).toBeUndefined();
});

test("a due date by the last period is no start", () => {
  expect(valueOf(readDate("EDD by LMP: 03/20/2025", "What is the due date?"))).toBe("2025-03-20");
});

test("the steps of Naegele's rule behind arrows lead to the last date", () => {
  const reply = "LMP: 06/07/2024\n+ 7 days → 06/14/2024\n- 3 months → 03/14/2024\n+ 1 year → **03/14/2025**";
  expect(valueOf(readDate(reply, "When is the due date?"))).toBe("2025-03-14");
});

test("an equivalence yields to the value that a conclusion states", () => {
  const reply =
    "Prednisone 5 mg ≈ dexamethasone 0.75 mg. Hence 30 mg of prednisone corresponds to 4.5 mg of dexamethasone.";
  expect(numberOf("What is the equivalent dosage of dexamethasone in mg?", reply)).toBe(4.5);
});

test("a threshold that begins a later sentence is no score", () => {
  const question = { question: "What's the CURB-65 score?", isScore: true, isPercentage: true };
  const reply = "The patient scores 3 points. Two or more points favour admission.";
  expect(valueOf(readNumber(reply, question))).toBe(3);
});

test.each(['{"crcl_ml_min": 42}', '{"creatinine_clearance_ml_min": 42, "weight_kg": 72}'])(
  "the key of a field names its quantity and its unit in words of their own: %s",
  (reply) => {
    const question = "What is the patient's creatinine clearance by the Cockcroft-Gault equation, in mL/min?";
    expect(numberOf(question, reply)).toBe(42);
  },
);
