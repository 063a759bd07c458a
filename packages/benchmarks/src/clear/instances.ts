import type { Instance } from "@medhelm/core/helm/instance";
import { strip } from "@medhelm/core/metrics/python-text";
import type { SourceFile } from "@medhelm/core/run/benchmark";
import { UserError } from "@medhelm/core/user-error";
import type { Wording } from "../define.ts";
import { choices } from "../shared/multiple-choice.ts";
import { isMissing } from "../files/pandas-missing.ts";
import { readXlsx } from "../files/read-xlsx.ts";
import { ABOVE_NOTE, type Part } from "./wording.ts";

/** The values of result_human, in the order of the options. */
const LABELS = ["1", "0", "2"];

/**
 * Makes one instance per note of a condition's workbook, in the order of the rows (helm: clear_scenario.py). Skips notes that
 * consist of spaces.
 * @throws UserError that names the row if a label is not 0, 1 or 2 (HELM stops without naming it)
 */
export function notes(file: SourceFile, words: Wording<Part>): Instance[] {
  return readXlsx(file, ["text", "result_human"]).flatMap(({ line, cell }) => {
    // HELM: an empty cell becomes the word that pandas writes for it
    const text = isMissing(cell("text")) ? "nan" : strip(cell("text"));
    const label = strip(cell("result_human"));
    if (!LABELS.includes(label))
      throw new UserError(
        `${file.label}, row ${line}, column result_human: "${label}" is not 1 (has), 0 (has not) or 2 (uncertain)`,
      );
    return text === "" ? [] : [toInstance(text, LABELS.indexOf(label), words)];
  });
}

function toInstance(text: string, correct: number, { task, yes, no, uncertain }: Wording<Part>): Instance {
  const options = [yes, no, uncertain];
  const lettered = options.map((option, i) => `${"ABC".charAt(i)}. ${option}`).join("\n");
  return {
    // HELM: there is no final line end, so the prompt's list of options starts on this line
    input: { text: `${task}${ABOVE_NOTE}${text}\n\n${lettered}\n\nAnswer:` },
    references: choices(options, (place) => place === correct),
    split: "test",
  };
}
