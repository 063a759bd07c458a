import type { WordingPart } from "../define.ts";
import { alike, textBefore } from "../shared/read-wording.ts";
import { type Task, type TaskName, TASKS } from "./tasks.ts";

/** Ends the text above the codes. */
export const ABOVE_CODES = "\n\n# Your Task\nPatient EHR:\n";

/** The text above the codes. */
export const wording: WordingPart<{ readonly subject: TaskName }, "instructions"> = {
  own: ({ subject }) => ({ instructions: own(TASKS[subject]) }),
  read: (texts) =>
    alike(texts, (text) => {
      const instructions = textBefore(text, ABOVE_CODES);
      return instructions === undefined ? undefined : { instructions };
    }),
};

function own({ question, disease }: Task): string {
  const parts = [
    "Forecast from a patient's record. The record is a list of medical codes, the oldest first.",
    ...(disease === undefined
      ? []
      : [disease.definition, `Codes that stand for it: ${disease.codes}, and SNOMED codes of the same meaning.`]),
    `Weigh the whole record and answer: ${question}`,
  ];
  return `\n# Instructions\n${parts.map((part) => `${part}\n`).join("\n")}`;
}
