import type { WordingPart } from "../define.ts";
import { alike } from "../shared/read-wording.ts";

export const ABOVE_TASK = "Instruction: ";
export const ABOVE_RECORD = "\n\nEHR: ";

/** The text above a record. */
export const wording: WordingPart<unknown, "task"> = {
  own: { task: "Below is a patient's record. Answer the question that follows it from what the record says." },
  read: (texts) =>
    alike(texts, (text) => {
      const start = text.indexOf(ABOVE_TASK);
      const end = text.indexOf(ABOVE_RECORD);
      return start < 0 || end < start ? undefined : { task: text.slice(start + ABOVE_TASK.length, end) };
    }),
};
