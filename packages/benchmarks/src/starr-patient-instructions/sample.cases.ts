import { readFileSync } from "node:fs";

export const files = {
  "starr_patient_instructions/dataset_cases_qc.csv": readFileSync(new URL("sample.csv", import.meta.url)),
};
