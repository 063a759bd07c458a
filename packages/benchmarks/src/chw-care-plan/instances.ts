import { CORRECT_TAG, type Instance } from "@medhelm/core/helm/instance";
import type { SourceFile } from "@medhelm/core/run/benchmark";
import { readColumns } from "../files/read-columns.ts";
import { isMissing } from "../files/pandas-missing.ts";
import { ABOVE_NOTE } from "./wording.ts";

/**
 * Makes one instance per note of CHW_Dataset.csv and skips cells that pandas reads as missing (helm:
 * chw_care_plan_scenario.py).
 */
export const notes = (file: SourceFile, task: string): Instance[] =>
  readColumns(file, ["MO Note"])
    .map(({ cell }) => cell("MO Note"))
    .filter((note) => !isMissing(note))
    .map((note) => ({
      input: { text: `${task}${ABOVE_NOTE}${note}\n` },
      // HELM: the note is the only reference
      references: [{ output: { text: note }, tags: [CORRECT_TAG] }],
      split: "test",
    }));
