import { expect, test } from "vitest";
import { readDate, readWeeksAndDays } from "../dates/read-date.ts";
import { readNumber } from "../numbers/read-number.ts";
import { valueOf } from "../reading.ts";

const DUE = "What is the patient's estimated due date? Provide it in MM/DD/YYYY.";
const CLEARANCE = "What is the patient's creatinine clearance in mL/min?";
const AGE = "What is the patient's gestational age in weeks and days?";

test.each([
  ["The due date by LMP is 05/12/2024; the ultrasound gives 05/20/2024. Keep the LMP dating.", "2024-05-12"],
  ["LMP due date 05/12/2024, ultrasound due date 05/20/2024. Keep the LMP due date.", "2024-05-12"],
  ["By LMP 05/12/2024, by ultrasound 05/20/2024. Redate to the ultrasound.", "2024-05-20"],
  ["Due date by LMP: 05/12/2024, by scan: 05/20/2024. The ultrasound date should be used.", "2024-05-20"],
  ["LMP due date: 05/12/2024. Ultrasound due date: 05/20/2024. Do not redate.", "2024-05-12"],
  ["EDD (LMP) 05/12/2024; EDD (US) 05/20/2024 - stay with LMP", "2024-05-12"],
  ["EDD by LMP: 05/12/2024, EDD by ultrasound: 05/20/2024; final EDD: 05/20/2024", "2024-05-20"],
])("of two dates that of the chosen way is read: %j", (reply, date) => {
  expect(valueOf(readDate(reply, DUE))).toBe(date);
});

test.each([
  "LMP due date is 05/12/2024. Redate to the ultrasound.",
  "LMP due date is 12 May 2024. Use the ultrasound date instead.",
  "The LMP due date of 05/12/2024 should be replaced by the ultrasound date.",
  "LMP due date: 05/12/2024. Ultrasound due date: 05/20/2024. Ask the obstetrician which one to use.",
])("a date that yields to another way without a value is none: %j", (reply) => {
  expect(valueOf(readDate(reply, DUE))).toBeUndefined();
});

test.each([
  "The due date is 05/12/2024. An ultrasound may revise it.",
  "The due date is 05/12/2024 by LMP. If an early ultrasound differs by more than 7 days, redate to the ultrasound.",
  "The due date from the LMP is 05/12/2024.",
])("a change under a condition leaves the date: %j", (reply) => {
  expect(valueOf(readDate(reply, DUE))).toBe("2024-05-12");
});

test("of two spans that of the chosen way is read", () => {
  expect(valueOf(readWeeksAndDays("By LMP 19w3d, by ultrasound 18w5d. Keep the LMP dating.", AGE))).toEqual([19, 3]);
});

test("of two weights that of the chosen one counts", () => {
  const reply = "With actual weight 61 mL/min, with ideal weight 52 mL/min. The ideal weight should be used.";
  expect(valueOf(readNumber(reply, { question: CLEARANCE, isScore: false, isPercentage: false }))).toBe(52);
});
