import { expect, test } from "vitest";
import { readDate, readWeeksAndDays } from "../dates/read-date.ts";
import { readNumber } from "../numbers/read-number.ts";
import { valueOf } from "../reading.ts";

const numberOf = (question: string, reply: string) =>
  valueOf(readNumber(reply, { question, isScore: /score/.test(question), isPercentage: /percent/.test(question) }));
const CLEARANCE = "What is the patient's creatinine clearance in mL/min?";
const GAP = "What is the patient's anion gap in mEq/L?";
const PRESSURE = "What is the patient's mean arterial pressure in mm Hg?";
const FILTRATION = "What is the patient's Glomerular Filtration Rate (GFR) in terms of mL/min/1.73 m²?";

test.each([
  [CLEARANCE, '{"age": 70, "weight_kg": 72, "crcl_ml_min": 42}', 42],
  [CLEARANCE, '{"CrCl (mL/min)": 42}', 42],
  [CLEARANCE, '{"inputs": {"age": 70, "weight": 72}, "result": {"crcl": 42}}', 42],
  [CLEARANCE, '{"creatinineClearance": 42, "weightKg": 70}', 42],
  [GAP, '{"na": 140, "cl": 102, "hco3": 22, "ag": 16}', 16],
  [PRESSURE, '{"SBP": 120, "DBP": 80, "MAP (mmHg)": 93}', 93],
  [PRESSURE, '{"sbp": 120, "dbp": 80, "map_mmhg": 93}', 93],
  [FILTRATION, '{"egfr_ml_min_173m2": 58}', 58],
  [FILTRATION, "eGFR (mL/min/1.73 m²): 58", 58],
  [GAP, '{"na": 140, "cl": 102, "hco3": 22}', undefined],
])("the key that names the quantity has its value, and the others are inputs: %j %j", (question, reply, value) => {
  expect(numberOf(question, reply)).toBe(value);
});

test("the key of a due date may be its abbreviation", () => {
  const question = "What is the patient's estimated due date?";
  expect(valueOf(readDate('{"lmp": "2023-08-06", "edd": "2024-05-12"}', question))).toBe("2024-05-12");
});

test.each([
  '{"gestational_age_weeks": 19, "gestational_age_days": 3}',
  '{"lmp": "2024-01-01", "ga_weeks": 19, "ga_days": 3}',
  '{"gaDays": 3, "gaWeeks": 19}',
  '{"weeks_of_gestation": 19, "days": 3}',
])("weeks and days may have keys with the name of the quantity: %s", (reply) => {
  expect(valueOf(readWeeksAndDays(reply, "What is the gestational age in weeks and days?"))).toEqual([19, 3]);
});
