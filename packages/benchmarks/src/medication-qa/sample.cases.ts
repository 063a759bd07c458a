import { workbookOf } from "@medhelm/testing/fixtures/benchmarks/workbook";

export const files = {
  "medication_qa/MedInfo2019-QA-Medications.xlsx": workbookOf([
    ["Question", "Focus (Drug)", "Question Type", "Answer"],
    ["may I halve an inventol?", "inventol", "usage", "Only along its score line."],
  ]),
};
