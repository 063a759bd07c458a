import { expect, test } from "vitest";
import { readDate, readWeeksAndDays } from "../dates/read-date.ts";
import { readNumber } from "../numbers/read-number.ts";
import { valueOf } from "../reading.ts";

const score = "What is the patient's CHA2DS2-VASc score?";
test.each([
  ["- CHF: 1\n- Hypertension: 1\n- Age 68: 1\n- Female: 1", undefined],
  ["- CHF: 1\n- Hypertension: 1\n- Age 68: 1\n- Female: 1\n= 4", 4],
  ["1. Age: 2 points\n2. Surgery: 2 points\n\nRunning total so far: 4\n\n3. Current malignancy:", undefined],
  ["Age 74 → 1 point\nHypertension → 1 point\nDiabetes →", undefined],
  ["Age 69, female -10 = 59, nursing home +10, BUN +20 → 89 points", 89],
  ["So far we have 3 points; the age remains to be scored.", undefined],
  ["CHA2DS2-VASc-Score: 4", 4],
  ["Vier von neun Punkten.", 4],
  ["Quatre points sur neuf.", 4],
  ["Cuatro de nueve.", 4],
  ["四分（满分九分）", 4],
  ["Zwei Punkte für das Alter.", undefined],
  ["Null.", undefined],
  ["Example: 7\n\nAnswer: 4", 4],
  ["e.g. 7", undefined],
])("points of one criterion are no score: %j is %j", (reply, value) => {
  expect(valueOf(readNumber(reply, { question: score, isScore: true, isPercentage: true }))).toBe(value);
});

const decimal = (question: string, reply: string) =>
  valueOf(readNumber(reply, { question, isScore: false, isPercentage: false }));

const sodium = "What is the patient's sodium corrected for hyperglycemia in mEq/L?";
test.each([
  ["I get 135.0 with a factor of 1.6 and 138.6 with a factor of 2.4; both are used in practice.", undefined],
  ["138.6 mEq/L using a factor of 2.4.", 138.6],
  ["The resident calculated 135.0. I have not checked it.", undefined],
  ["My own calculation gives 138.6 mEq/L; the chart says that the sodium is 135.0.", 138.6],
  ["Corrected sodium: 135.0. Actually no, that is not right, the glucose is of last year.", undefined],
  ["130.0. That is too low. 135.0 is too low, too. So 138.6.", 138.6],
])("the value of one of several ways or of another person is no answer: %j is %j", (reply, value) => {
  expect(decimal(sodium, reply)).toBe(value);
});

const abi = "What is the patient's ankle-brachial index?";
test.each([
  ["Right ankle 98 mmHg, brachial 140 mmHg", undefined],
  ["98 mmHg", 98],
  ["Right ABI 0.70, left ABI 0.95.", undefined],
  ["Right ABI 0.70, left ABI 0.95. The lower one counts: 0.70.", 0.7],
])("an index has no unit, and one value; a lone value is read as it is: %j is %j", (reply, value) => {
  expect(decimal(abi, reply)).toBe(value);
});

const qt = "What is the patient's corrected QT interval (QTc) using the Bazett formula in msec?";
test.each([
  ["Bazett: 462 ms; Fridericia: 440 ms; Framingham: 438 ms", 462],
  ["RR = 60/80 = 0.75 s; √0.75 = 0.866.", undefined],
])("the formula that the question names counts: %j is %j", (reply, value) => {
  expect(decimal(qt, reply)).toBe(value);
});

test.each([
  ["What is the patient's MELD score?", "MELD-Na 22", undefined],
  ["What is the patient's SOFA score?", "qSOFA 2", undefined],
])("%j: a score of a longer name is another one", (question, reply, value) => {
  expect(valueOf(readNumber(reply, { question, isScore: true, isPercentage: true }))).toBe(value);
});

test("the last of two equivalences, of which the first is the ratio, is the dose", () => {
  const question = "What dose of prednisone in mg is equivalent to the patient's dose of hydrocortisone?";
  const reply = "20 mg hydrocortisone ≙ 5 mg prednisone. Dose of 80 mg hydrocortisone → 20 mg prednisone.";
  expect(decimal(question, reply)).toBe(20);
});

test.each([
  ["She will be 21 weeks on Friday; today she is 20w4d.", [20, 4]],
  ["20周+4", [20, 4]],
  ["144 ÷ 7 = 20 R 4", [20, 4]],
  ["Term is at 40 weeks 0 days.", undefined],
])("the age of today counts: %j", (reply, value) => {
  const question = "What is the patient's gestational age, in weeks and days?";
  expect(valueOf(readWeeksAndDays(reply, question))).toEqual(value);
});

test("of steps behind arrows the last is the date", () => {
  const reply =
    "LMP: January 8, 2023 → −3 months: October 8, 2022 → +7 days: October 15, 2022 → +1 year: October 15, 2023";
  expect(valueOf(readDate(reply, "What is the estimated due date by Naegele's rule?"))).toBe("2023-10-15");
});

test.each([
  [
    "What is the patient's serum osmolality in mOsm/kg?",
    "Osmolality is 311 mOsm/kg. The measured 338 gives an osmolal gap of 27.",
    311,
  ],
  [
    "What is the patient's albumin-corrected anion gap in mEq/L?",
    "The uncorrected gap is 14 mEq/L; for the correction I would need the albumin, which is not given.",
    undefined,
  ],
  [
    "What is the patient's creatinine clearance in mL/min?",
    "61 would be the eGFR, not the clearance. The clearance is 52 mL/min.",
    52,
  ],
  ["What is the patient's creatinine clearance in mL/min?", "Using 72 kg gives 61; that is wrong, though.", undefined],
  ["What is the patient's mean arterial pressure in mmHg?", "DBP 76 + 50/3 = 92.7 mmHg", 92.7],
])("%j: a value of another quantity, or one that the reply calls wrong, is no answer", (question, reply, value) => {
  expect(decimal(question, reply)).toBe(value);
});

test.each([
  ["With the Hillier factor of 2.4 the corrected sodium is 142.4 mEq/L.", 142.4],
  ["The corrected sodium is 142.4 mEq/L with a factor of 2.4.", 142.4],
])("the factor of a formula is not its result: %j", (reply, value) => {
  expect(decimal(sodium, reply)).toBe(value);
});

const index = "What is the patient's ankle-brachial index (ABI)?";
test.each([
  ["right 0.70, left 0.95", undefined],
  ["**Right:** 0.70\n**Left:** 0.95", undefined],
  ["The ABI is 0.70 on the right and 0.95 on the left.", undefined],
  ["rechts 0,70, links 0,95", undefined],
  ["right 0.70, left 0.95. The ABI is 0.70.", 0.7],
])("the values of two sides are alternatives: %j is %j", (reply, value) => {
  expect(decimal(index, reply)).toBe(value);
});

test("the side that the question names has its value", () => {
  expect(decimal("What is the patient's ankle-brachial index (ABI) of the right leg?", "left 0.95, right 0.70")).toBe(
    0.7,
  );
});

test("a value behind which an uncorrected one is in brackets is the corrected one", () => {
  const reply = "The albumin-corrected anion gap is 21 mEq/L (uncorrected: 16).";
  expect(decimal("What is the patient's albumin corrected anion gap in mEq/L?", reply)).toBe(21);
});

test.each([
  "The total is 48 mg of morphine equivalents per day (below the 50 MME threshold).",
  "She takes 48 mg of oral morphine equivalents daily, under the 90 MME limit.",
])("milligrams of morphine equivalents are the requested unit, and a limit is no value: %j", (reply) => {
  expect(decimal("What is the patient's daily morphine milligram equivalent (MME) in mg?", reply)).toBe(48);
});

test.each([
  [
    "What is the patient's mean arterial pressure in mm Hg?",
    "MAP: 65 mm Hg or above is the target in sepsis.",
    undefined,
  ],
  [
    "What is the patient's total morphine milligram equivalents (MME) a day?",
    "90 + 20 = **110 MME per day**, above the CDC threshold of 90 MME.",
    110,
  ],
])("a bound and a threshold are no values: %j %j", (question, reply, value) => {
  expect(decimal(question, reply)).toBe(value);
});
