import type { WordingPart } from "../define.ts";
import { alike, textBefore } from "../shared/read-wording.ts";

/** Ends the task. */
export const ABOVE_SUMMARY = "\n\nDischarge Text:\n";

/** `{DOCUMENT}` is the document to write. */
export const wording: WordingPart<unknown, "task"> = {
  own: {
    task: "Write the {DOCUMENT} of a hospital stay. Below are its discharge summary, without that part, and a radiology report.",
  },
  read: (texts) =>
    alike(texts, (text) => {
      const document = /\n\n([^\n]+):\n$/.exec(text)?.[1];
      const task = textBefore(text, ABOVE_SUMMARY);
      if (document === undefined || task?.includes(document) !== true) return undefined;
      return { task: task.replaceAll(document, "{DOCUMENT}") };
    }),
};
