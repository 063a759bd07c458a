import { CORRECT_TAG, type Instance } from "@medhelm/core/helm/instance";
import type { SourceFile } from "@medhelm/core/run/benchmark";
import { isMissing } from "../files/pandas-missing.ts";
import { readXlsx } from "../files/read-xlsx.ts";

/** Makes one instance per row of the workbook with an answer (helm: medication_qa_scenario.py). */
export const questions = (file: SourceFile): Instance[] =>
  readXlsx(file, ["Question", "Answer"])
    .filter(({ cell }) => !isMissing(cell("Answer")))
    .map(({ cell }) => ({
      input: { text: cell("Question") },
      references: [{ output: { text: cell("Answer") }, tags: [CORRECT_TAG] }],
      split: "test",
    }));
