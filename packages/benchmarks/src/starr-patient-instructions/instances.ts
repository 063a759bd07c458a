import { CORRECT_TAG, type Instance } from "@medhelm/core/helm/instance";
import { strip } from "@medhelm/core/metrics/python-text";
import type { SourceFile } from "@medhelm/core/run/benchmark";
import { readColumns } from "../files/read-columns.ts";
import { withPlainLineEnds } from "../files/line-ends.ts";

const FIELDS = [
  "Diagnosis",
  "ActualProcedure",
  "HistoryPhysicalNoteText",
  "OperativeNoteText",
  "DischargeInstructionNoteText",
] as const;

/**
 * Makes one instance per case of dataset_cases_qc.csv whose QC is TRUE and that has all fields (helm:
 * starr_patient_instructions_scenario.py).
 */
export const cases = (file: SourceFile): Instance[] =>
  readColumns(file, [...FIELDS, "QC"])
    .filter(({ cell }) => strip(cell("QC")).toUpperCase() === "TRUE")
    .map(({ cell }) => FIELDS.map((field) => strip(withPlainLineEnds(cell(field)))))
    .filter((fields) => !fields.includes(""))
    .map(([diagnosis = "", procedure = "", history = "", operation = "", instructions = ""]) => ({
      input: {
        text: `Diagnosis: ${diagnosis}\nProcedure: ${procedure}\nHistory & Physical: ${history}\nOperative Report: ${operation}\n\n`,
      },
      references: [{ output: { text: instructions }, tags: [CORRECT_TAG] }],
      split: "test",
    }));
