const lines: readonly (readonly [
  id: string,
  instruction: string,
  mrn: string,
  context: string,
  sol?: readonly string[],
])[] = [
  ["task1_1", "Which record number has the patient Wim Halder, born 2001-12-03?", "P1", "", ["P1"]],
  ["task2_1", "How old is the patient P1?", "P1", "It is 2023-11-13."],
  ["task3_1", "Record the blood pressure 118/77 mmHg of P1.", "P1", "The flowsheet's name is BP."],
  ["task4_1", "What is the last magnesium of P1 within 24 hours?", "P1", "Give -1 if there is none."],
  ["task5_1", "Replace the magnesium of P1 if it is low.", "P1", "NDC 0338-1715-40"],
  ["task6_1", "What is the mean glucose of P1 within 24 hours?", "P1", "Give -1 if there is none."],
  ["task7_1", "What is the last glucose of P1?", "P1", ""],
  ["task8_1", "Refer P1 to orthopaedics.", "P1", "SNOMED 306181000000106"],
  ["task9_1", "Replace the potassium of P1 if it is low, and measure it again.", "P1", "NDC 40032-917-01"],
  ["task10_1", "What is the last HbA1c of P1? Order a new one if it is older than a year.", "P1", "LOINC 4548-4"],
];

/** Invented tasks in the authors' layout, one of each kind. Nobody in them exists. */
export const tasks = lines.map(([id, instruction, eval_MRN, context, sol]) => ({
  id,
  instruction,
  context,
  eval_MRN,
  ...(sol === undefined ? {} : { sol }),
}));

export const functions = [
  {
    name: "GET {api_base}/Observation",
    description: "Reads laboratory values.",
    parameters: { type: "object", properties: { code: { type: "string" }, patient: { type: "string" } } },
  },
];
