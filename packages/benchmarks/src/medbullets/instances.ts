import type { Instance } from "@medhelm/core/helm/instance";
import type { SourceFile } from "@medhelm/core/run/benchmark";
import { UserError } from "@medhelm/core/user-error";
import { readColumns } from "../files/read-columns.ts";
import { choices } from "../shared/multiple-choice.ts";

const OPTIONS = ["opa", "opb", "opc", "opd", "ope"] as const;
const LETTERS = ["A", "B", "C", "D", "E"];

/**
 * Makes one instance per row of medbullets_op5.csv. HELM: skips rows without a question, a first option or an answer
 * (medbullets_scenario.py).
 */
export const cases = (file: SourceFile): Instance[] =>
  readColumns(file, ["question", ...OPTIONS, "answer_idx"])
    .filter(({ cell }) => cell("question") !== "" && cell("answer_idx") !== "" && cell("opa") !== "")
    .map(({ line, cell }) => {
      const answer = cell("answer_idx");
      if (!LETTERS.includes(answer))
        throw new UserError(
          `${file.label}, line ${line}: answer_idx is "${answer}", but a letter from A to E is expected`,
        );
      return {
        input: { text: cell("question") },
        references: choices(
          OPTIONS.map((option) => cell(option)),
          (place) => LETTERS[place] === answer,
        ),
        split: "test",
      };
    });
