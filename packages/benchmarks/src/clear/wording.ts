import type { WordingPart } from "../define.ts";
import { alike, textBefore } from "../shared/read-wording.ts";
import { CONDITIONS, type Condition } from "./conditions.ts";

/** The text above a note, and the three options below it. */
export type Part = "task" | "yes" | "no" | "uncertain";

/** Ends the text above a note. */
export const ABOVE_NOTE = "\n\nOriginal Clinical Note:\n";

const OPTIONS = /\n\nA\. (?<yes>.*)\nB\. (?<no>.*)\nC\. (?<uncertain>.*)\n\nAnswer:$/;

export const wording: WordingPart<{ readonly condition: Condition }, Part> = {
  own: ({ condition }) => {
    const name = CONDITIONS[condition];
    return {
      task: `Read a patient's note and say what it tells about this condition, now or in the past: ${name}.`,
      yes: `History of ${name}`,
      no: `No history of ${name}`,
      uncertain: "Uncertain",
    };
  },
  read: (texts) =>
    alike(texts, (text) => {
      const task = textBefore(text, ABOVE_NOTE);
      const { yes, no, uncertain } = OPTIONS.exec(text)?.groups ?? {};
      if (task === undefined || yes === undefined || no === undefined || uncertain === undefined) return undefined;
      return { task, yes, no, uncertain };
    }),
};
