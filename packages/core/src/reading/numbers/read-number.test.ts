import { expect, test } from "vitest";
import { readDate, readWeeksAndDays } from "../dates/read-date.ts";
import { readNumber } from "./read-number.ts";
import { valueOf } from "../reading.ts";

const clearance = {
  question: "What is the patient's creatinine clearance in mL/min?",
  isScore: false,
  isPercentage: false,
};
const score = { question: "What is the patient's HEART score?", isScore: true, isPercentage: true };
const dueDate = "What is the patient's estimated due date? Give it as MM/DD/YYYY.";
const age = "What is the patient's estimated gestational age, as a tuple of weeks and days?";

test.each([
  ["47.2\n\nExplanation: weight 71 kg, age 58.", 47.2],
  ["CrCl = (140 - 58) * 71 / (72 * 1.6) = 50.5 mL/min", 50.5],
  ["Weight: 71 kg\nCrCl: 50.5 mL/min", 50.5],
  ["61.3 mL/min. Wait, I used the wrong weight. It is 47.2 mL/min.", 47.2],
  ["47.2, not 61.3", 47.2],
  ["1.512,5", 1512.5],
  ["4.72 × 10^1", 47.2],
  ["−4", -4],
  ["It would be 66 mL/min with the actual weight, but is 52.", 52],
  ["(140-67)*72.4/(72*1.2) = 61.2. For women, multiply by 0.85: 52.0.", 52],
  ["170 cm, 79.2 kg: 47.2", 47.2],
])("%j is read as %d", (reply, value) => {
  expect(valueOf(readNumber(reply, clearance))).toBe(value);
});

test.each([
  ["0-1 low, 2-4 moderate, 5+ high. Score: 3", 3],
  ["Using HEART 2.0, the score is 4.", 4],
  ["HEART 2.0: 4", 4],
])("classes and versions before a score are no value: %j is read as %d", (reply, value) => {
  expect(valueOf(readNumber(reply, score))).toBe(value);
});

test.each([
  "HEART 2.0 was used.",
  "The maximum score is 9.",
  "The score is from the version of 2010.",
  "0-1 low, 2-4 moderate, 5+ high.",
])("a version, a year, a maximum and classes are no score: %j", (reply) => {
  expect(valueOf(readNumber(reply, score))).toBeUndefined();
});

test.each([
  "Age difference = 140 - 58 = 82",
  "The denominator is 72 × 1.6 = 115.2",
  "The correction term is 1.2.",
  "A clearance of 60 mL/min separates mild from moderate disease.",
])("a part of the formula and a border between classes are no value: %j", (reply) => {
  expect(valueOf(readNumber(reply, clearance))).toBeUndefined();
});

test.each([
  "- Confusion (+1)\n- Age ≥ 65 (+1)",
  "C=1, U=1, R=0, B=0, A=1",
  "She scores 1 for confusion, 1 for urea and 1 for age.",
  "| Confusion | 1 |\n| Urea | 1 |\n| Age 60-69 | 2 |",
  "The verbal score is 4.",
])("the points of criteria alone are no score: %j", (reply) => {
  expect(valueOf(readNumber(reply, score))).toBeUndefined();
});

test.each([
  ["between 45 and 50", "found a range"],
  ["at least 60 mL/min", "found a range"],
  ["> 90", "found a range"],
  ["maybe 47, maybe 50", "found alternatives"],
  ["With actual weight: CrCl 61.3. With ideal weight: CrCl 47.2.", "found alternatives"],
  ["(140 - 58) * 71 / (72 * 1.6)", "found no answer"],
  ["The ideal body weight is 54.7 kg. The", "found no answer"],
  ["The weight was 71 kg.", "found no answer"],
  ["The height is 170 cm = 1.70 m.", "found no answer"],
  ["Numerator: 73 × 72.4 = 5285.2", "found no answer"],
  ["<think>47.2", "unfinished thinking"],
])("%j gives no single number: %s", (reply, reason) => {
  expect(readNumber(reply, clearance)).toMatchObject({ kind: "unread", reason });
});

const gradient = { ...clearance, question: "What is the patient's A-a gradient in mmHg?" };
const calcium = { ...clearance, question: "What is the patient's corrected calcium concentration in mg/dL?" };
const coma = { ...score, question: "What is the patient's Glasgow Coma Score?" };
const ranson = { ...score, question: "What is the patient's Ranson score at 48 hours?" };

test.each([
  ["a value of another quantity", gradient, "FiO2 is 0.4, PaCO2 is 38 mmHg, and PaO2 is 70 mmHg.", undefined],
  ["an expected value behind the answer", gradient, "The A-a gradient is 37.7 mmHg, expected for age 70: 21.5.", 37.7],
  ["another time", ranson, "2 at admission, 5 at 48 hours.", 5],
  ["an earlier time", coma, "The GCS was 8 at the scene; it is 13 now.", 13],
  ["a value before its correction", calcium, "Uncorrected calcium 8.1, corrected 9.3.", 9.3],
  ["another unit", calcium, "2.33 mmol/L (9.3 mg/dL)", 9.3],
  ["the only unit", calcium, "2.33 mmol/L", 2.33],
  ["a maximum", coma, "GCS = 11/15 (E3 V3 M5)", 11],
  ["one number twice", score, "5 (five)", 5],
  ["two numbers for one", score, "5 (six)", undefined],
  ["an interval around the name", clearance, "80 < CrCl < 90", undefined],
  ["a formula that is cut off", clearance, "140 - 72 = 68\n68 × 60 = 4080\n4080 / 100.8 =", undefined],
  ["a formula that goes on", clearance, "CrCl = 40.5 mL/min before the factor; × 0.85 = 34.4 mL/min", 34.4],
  ["a part whose name looks like the answer", coma, "Verbal response: 4\nMotor response: 6\n**Total: 13**", 13],
  ["a summand", clearance, "40 mL for the first + 20 mL for the next = 60 mL", 60],
  ["a rounded value", clearance, "≈ 25.2, i.e. about 25", 25.2],
])("%s: %j", (_, question, reply, value) => {
  expect(valueOf(readNumber(reply, question))).toBe(value);
});

test("the steps name the values of another time and unit", () => {
  const steps = [
    ...readNumber("2 at admission, 5 at 48 hours.", ranson).steps,
    ...readNumber("2.33 mmol/L (9.3 mg/dL)", calcium).steps,
  ];
  expect(steps.map(({ step }) => step)).toEqual([
    "left out another time",
    "found an answer",
    "read",
    "left out another unit",
    "found an answer",
    "read",
  ]);
});

test("the steps name the places of the value and of what is taken back", () => {
  expect(readNumber("112. Correction: 89.3", clearance).steps).toEqual([
    { step: "took back", at: [[0, 3]] },
    { step: "found an answer", at: [[17, 21]], what: "result" },
    { step: "read", at: [[17, 21]], what: "89.3" },
  ]);
});

const REPLIES = ["47.2 mL/min", "The creatinine clearance is 47.2 mL/min.", "CrCl = 5822 / 123.3 = 47.2 mL/min"];
const AROUND: readonly (readonly [string, (reply: string) => string])[] = [
  ["thinking", (reply) => `<think>Maybe 12? Or 99 mL/min.</think>\n${reply}`],
  ["bold", (reply) => `**${reply}**`],
  ["a heading", (reply) => `## ${reply}`],
  ["a bullet", (reply) => `- ${reply}`],
  ["a fence", (reply) => `\`\`\`\n${reply}\n\`\`\``],
  ["a courtesy", (reply) => `${reply}\n\nI hope this helps! Let me know if you have any other questions.`],
  ["an end mark", (reply) => `${reply}<|im_end|>`],
];
test.each(AROUND.flatMap(([name, around]) => REPLIES.map((reply) => [name, around(reply)] as const)))(
  "%s does not change the reading: %j",
  (_, reply) => {
    expect(valueOf(readNumber(reply, clearance))).toBe(47.2);
  },
);

test.each([
  ["7/24", 7],
  ["Seven points", 7],
  ["Respiratory: 2\nLiver: 1\nRenal: 4\n\nTotal: 7", 7],
  ["Respiratory: 2\nLiver: 1\nRenal: 4", undefined],
  ["7 (mortality 15-20%)", 7],
  ["Class 3", undefined],
])("the score of %j is %s", (reply, value) => {
  expect(valueOf(readNumber(reply, score))).toBe(value);
});

test.each([
  ["July 19th, 2024", "2024-07-19"],
  ["2024-07-19", "2024-07-19"],
  ["The LMP was 10/13/2023, so the due date is 7/19/2024.", "2024-07-19"],
  ["07/19/2024 or 07/20/2024", undefined],
  ["Last period: 10/13/2023\nConception: 10/27/2023\nDue date: 7/19/2024", "2024-07-19"],
  ["19/07/2024", undefined],
  ["02/30/2024", undefined],
])("the date of %j is %s", (reply, value) => {
  expect(valueOf(readDate(reply, dueDate))).toBe(value);
});

test.each([
  ["19w3d", [19, 3]],
  ["19 3/7 weeks", [19, 3]],
  ['{"answer": [19, 3]}', [19, 3]],
  ["136 days, which is 19 weeks and 3 days", [19, 3]],
  ["19 weeks", [19, 0]],
  ["She was 8w0d on 1 March; on 29 March she is 12w0d.", [12, 0]],
  ["19-20 weeks", undefined],
  ["136 days", undefined],
])("the span of %j is %j", (reply, value) => {
  expect(valueOf(readWeeksAndDays(reply, age))).toEqual(value);
});

/** `npm run bench:reading` measures that the time is linear; a busy machine needs seconds here. */
test.each([
  "1",
  "1 ",
  "1,",
  "1.",
  "1 or ",
  "(1",
  "1 + ",
  "= 1 ",
  "a",
  " ",
  "\n",
  "CrCl is 1. ",
  "wait 1 ",
  "1/2/2020 ",
  "1 week ",
  "-",
  "ten ",
  "(",
  "creatinine clearance ",
])("a long reply of %j alone has readings of all kinds", { timeout: 120_000 }, (part) => {
  const reply = part.repeat(Math.ceil(6000 / part.length));
  const readings = [readNumber(reply, clearance), readNumber(reply, score), readDate(reply, dueDate)];
  expect([...readings, readWeeksAndDays(reply, age)]).toHaveLength(4);
});

const surface = { ...clearance, question: "Using the Mosteller Method, what is the body surface area in m^2?" };
const pressure = { ...clearance, question: "What is the patient's mean arterial pressure in mm Hg?" };
const idealWeight = { ...clearance, question: "What is the patient's ideal body weight in kg?" };
const bmi = { ...clearance, question: "What is the patient's BMI in kg/m^2?" };
const fluid = { ...clearance, question: "What are the patient's maintenance fluid requirements in mL/hr?" };
const meldNa = { ...score, question: "What is the patient's MELD Na score?" };

test.each([
  [clearance, "I use the adjusted weight: 74.3 mL/min.", 74.3],
  [clearance, "Result (Cockcroft-Gault, actual weight): 81.2 mL/min", 81.2],
  [clearance, "Actual weight: 81.2 mL/min. Adjusted weight: 74.3. I use the adjusted weight: 74.3 mL/min.", 74.3],
  [clearance, "Result (adjusted weight): 74.3", 74.3],
  [calcium, "Using the patient's albumin of 2.1: 10.4 mg/dL", 10.4],
  [surface, "Based on height and weight: 1.87 m²", 1.87],
  [pressure, "Computed from systolic 120 and diastolic 75: 90 mm Hg", 90],
  [idealWeight, "Height 165 cm, female: 56.9 kg", 56.9],
])("a value in the requested unit that follows the inputs is no input: %j %j", (kind, reply, value) => {
  expect(valueOf(readNumber(reply, kind))).toBe(value);
});

test.each([
  [clearance, "Weight: 71 kg"],
  [idealWeight, "Actual weight: 71 kg"],
  [calcium, "Total calcium: 7.9 mg/dL; albumin: 2.4 g/dL"],
  [pressure, "Systolic: 120 mm Hg, diastolic: 75 mm Hg"],
  [clearance, "Using a weight of: 71 kg"],
])("a value in the unit of the input that its label names is an input: %j %j", (kind, reply) => {
  expect(valueOf(readNumber(reply, kind))).toBeUndefined();
});

test.each([
  ["Answer: 170 cm, 79.2 kg, 27.4", 27.4],
  ["Height 1.70 m, weight 79.2 kg, 27.4", 27.4],
  ["Answer: 1.70 m; 79.2 kg; BMI 27.4", 27.4],
])("of a list of measures and a value only the value is read: %j", (reply, value) => {
  expect(valueOf(readNumber(reply, bmi))).toBe(value);
});

test.each([
  [fluid, "4 mL/kg/hr for the first 10 kg", undefined],
  [fluid, "For the first 10 kg: 40 mL/hr. For the next 10 kg: 20 mL/hr.", undefined],
  [fluid, "10 × 4 = 40\n10 × 2 = 20\n12 × 1 = 12", undefined],
  [fluid, "10 × 4 = 40\n10 × 2 = 20\n12 × 1 = 12\n40 + 20 + 12 = 72", 72],
  [fluid, "First 10 kg: 40 mL/hr; next 10 kg: 20 mL/hr; total: 60 mL/hr", 60],
  [bmi, "1.70 × 1.70 = 2.89. 79.2 / 2.89 = 27.4", 27.4],
])("parts of a total are no answer without it: %j %j", (kind, reply, value) => {
  expect(valueOf(readNumber(reply, kind))).toBe(value);
});

test.each([
  [meldNa, "The MELD score is 22", undefined],
  [meldNa, "The MELD score is 22, so the MELD-Na score is 24.", 24],
  [meldNa, "The sodium-adjusted MELD score is 24.", 24],
  [calcium, "The calcium concentration is 8.1 mg/dL", undefined],
])("a name without a word that the question needs is of another quantity: %j %j", (kind, reply, value) => {
  expect(valueOf(readNumber(reply, kind))).toBe(value);
});

test.each([
  ["LMP 03/14/2023. Subtract 3 months: 12/14/2022. Add one year: 12/14/2023.", undefined],
  ["14 March 2023 minus 3 months = 14 December 2022\nplus one year = 14 December 2023\nadd 7 days", undefined],
  ["EDD = 12/14/2023 + 7 days", undefined],
  ["03/14/2023 + 7 days = 03/21/2023; - 3 months = 12/21/2022", undefined],
  ["LMP 03/14/2023. Minus 3 months: 12/14/2022; plus 7 days: 12/21/2022; plus 1 year: 12/21/2023", "2023-12-21"],
  ["12/21/2023. (03/14/2023 minus 3 months, plus 1 year, plus 7 days)", "2023-12-21"],
])("Naegele's rule has no date before its last step: %j", (reply, date) => {
  expect(valueOf(readDate(reply, dueDate))).toBe(date);
});

const neutrophils = { ...clearance, question: "What is the absolute neutrophil count per microliter?" };

test.each([
  [fluid, "First 10 kg: 4 × 10 = 40\nTotal maintenance rate: 73 mL/hr (about 1,752 mL per day)", 73],
  [neutrophils, "The absolute neutrophil count is 6,480 cells/µL.", 6480],
  [clearance, "Using actual weight the clearance is 91 mL/min, with ideal weight 68 mL/min.", undefined],
])(
  "the name of the quantity may lack its unit or have another noun, and several ways are no single value: %j %j",
  (kind, reply, value) => {
    expect(valueOf(readNumber(reply, kind))).toBe(value);
  },
);

test.each([
  ["患者目前孕周为29周零6天。", [29, 6]],
  ["妊娠29週6日です。", [29, 6]],
  ["孕29周", [29, 0]],
])("weeks and days are read in scripts without spaces: %j", (reply, span) => {
  expect(valueOf(readWeeksAndDays(reply, age))).toEqual(span);
});

const index = { ...clearance, question: "What is the patient's BMI in kg/m^2?" };
const anionGap = { ...clearance, question: "What is the patient's anion gap in mEq/L?" };
const filtration = { ...clearance, question: "What is the patient's GFR in mL/min/1.73 m^2?" };

const sodium = {
  question: "What is the patient's fractional excretion of sodium (FENa) as a percentage?",
  isScore: false,
  isPercentage: true,
};

test.each([
  ["Weight 80, height 1.71: 27.4", 27.4],
  ["Weight 80, height 1.71", undefined],
  ["The BMI is 27.4 kg/m^2, normal for adults: 22", 27.4],
])("a value behind pairs of inputs without units is the result: %j", (reply, value) => {
  expect(valueOf(readNumber(reply, index))).toBe(value);
});

test("a name in Latin letters within Chinese is a word of its own", () => {
  const reply = "身高1.65米,体重61.5公斤,因此该患者的BMI约为22.6 kg/m²(正常范围18.5–23.9)。";
  expect(valueOf(readNumber(reply, index))).toBe(22.6);
});

test.each([
  [index, "Poids : 82 kg, taille : 1,75 m\nIMC = 82 / 1,75² = 26,8 kg/m²", 26.8],
  [index, "Indice di massa corporea: 27,3 kg/m²", 27.3],
  [index, "Peso: 82 kg; altura: 1,75 m.", undefined],
  [clearance, "Clairance = 61 mL/min, en dessous du seuil de 90 mL/min", 61],
  [clearance, "Creatinina: 1,1 mg/dL", undefined],
  [filtration, "DFG estimé : 58 mL/min/1,73 m²", 58],
  [calcium, "Calcio total: 8,2 mg/dL\nAlbúmina: 2,6 g/dL\nCalcio corregido: 9,32 mg/dL", 9.32],
  [calcium, "Korrigiertes Calcium: 9,8 mg/dL", 9.8],
  [calcium, "Calcio medido: 8,2 mg/dL", undefined],
  [anionGap, "Sodio: 140 mEq/L\nCloro: 102 mEq/L\nBicarbonato: 22 mEq/L\nBrecha aniónica: 16 mEq/L", 16],
  [anionGap, "Sodio: 140 mEq/L\nCloro: 102 mEq/L", undefined],
  [idealWeight, "Peso actual: 91 kg. Peso ideal: 68,4 kg.", 68.4],
  [idealWeight, "Idealgewicht: 70,5 kg", 70.5],
  [idealWeight, "Peso actual: 91 kg.", undefined],
  [index, "Queteletindex: 27,4 kg/m²", 27.4],
  [index, "Peso: 80 kg\nÍndice de Quetelet: 27,4", 27.4],
  [sodium, "Fracción excretada de sodio: 0,8 %", 0.8],
  [sodium, "Fraktionelle Natriumausscheidung: 0,8 %", 0.8],
  [coma, "Respuesta verbal: 4\nEscala de Glasgow: 12", 12],
  [coma, "Respuesta verbal: 4", undefined],
])("names of quantities in other languages, %#: %j", (question, reply, value) => {
  expect(valueOf(readNumber(reply, question))).toBe(value);
});

test.each([
  ["Voraussichtlicher Entbindungstermin: 14. August 2023", "2023-08-14"],
  ["Fecha probable de parto: 14 de agosto de 2023", "2023-08-14"],
  ["Uitgerekende datum: 14 augustus 2023", "2023-08-14"],
  ["Предполагаемая дата родов: 14 августа 2023 г.", "2023-08-14"],
  ["Última menstruación: 7 de noviembre de 2022", undefined],
])("dates in other languages: %j", (reply, date) => {
  expect(valueOf(readDate(reply, dueDate))).toBe(date);
});

test.each([
  "Età gestazionale: 27 settimane e 4 giorni",
  "Idade gestacional: 27 semanas e 4 dias",
  "Срок: 27 недель 4 дня",
])("weeks and days in other languages: %j", (reply) => {
  expect(valueOf(readWeeksAndDays(reply, age))).toEqual([27, 4]);
});

test.each([
  "CrCl = 58 mL/min, below the cutoff of 60 (or 90 in some guidelines).",
  "CrCl = 58 mL/min (limit 60 mL/min in men or 55 mL/min in women)",
  "CrCl = 58 mL/min, below the thresholds of 90 (mild) and 60 (moderate).",
])("several values to compare with are no alternatives: %j", (reply) => {
  expect(valueOf(readNumber(reply, clearance))).toBe(58);
});

test.each([
  ["What dose in mg?", "Give carvedilol 12.5 mg by mouth.", 12.5],
  ["What dose in mg?", "Give carvedilol 2 times a day.", undefined],
])("an instruction with the requested unit gives the dose: %j %j", (question, reply, value) => {
  expect(valueOf(readNumber(reply, { ...clearance, question }))).toBe(value);
});

test.each([
  [calcium, "Corrected calcium = 9.5 mg/dL. Hmm, the albumin is 1.8, not 2.0, so this should be 9.86 mg/dL.", 9.86],
  [anionGap, "It is 2.0, so the corrected gap cannot be given without the lab's reference.", undefined],
  [anionGap, "It is 16 mEq/L, so the acidosis cannot be explained by diarrhea.", 16],
])("a value is corrected, or is an input of a value that cannot be given: %j %j", (question, reply, value) => {
  expect(valueOf(readNumber(reply, question))).toBe(value);
});

test.each([
  ["Please work out her body mass index.", "BMI = 27.8 kg/m² (overweight)", 27.8],
  ["What is this patient's creatinine clearance (mL/min)?", "Creatinine clearance: 52 mL/min (0.87 mL/s)", 52],
  [
    "What is the patient's Glasgow-Blatchford Bleeding score?",
    "Glasgow-Blatchford score = 4 + 6 + 2 + 1 + 1 = **14**",
    14,
  ],
])("the value of a freely worded question is read: %j %j", (question, reply, value) => {
  expect(valueOf(readNumber(reply, { question, isScore: false, isPercentage: false }))).toBe(value);
});

test("a question for weeks and days in any words is for the gestational age", () => {
  const question = "How far along is the pregnancy today? State a tuple of weeks and days.";
  expect(valueOf(readWeeksAndDays("The gestational age is **31 weeks and 5 days**.", question))).toEqual([31, 5]);
});
