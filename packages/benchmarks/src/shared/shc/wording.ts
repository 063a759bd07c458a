import type { WordingPart } from "../../define.ts";
import { alike } from "../read-wording.ts";

/** The texts before a sheet's question (after its number, if it has one), between question and context, and at the end. */
export type Part = "before" | "between" | "after";

const QUESTION = /[Qq]uestion: |following: /;
/** Ours, or HELM's, which is in the line of the question. */
const CONTEXT = /\n\nContext: | with (?:(?! with )[^:?.]){1,60}context: /;
/** `about`: the context that the reader needs, and the words of the question. */
export const wordingOf = (about: string, letters: string, isNumbered: boolean): WordingPart<unknown, Part> => ({
  own: {
    before: about === "" ? "Question: " : `${about}\n\nQuestion: `,
    between: "\n\nContext: ",
    after: `\n\nReply with one letter and nothing else: ${letters}.`,
  },
  read: (texts) => alike(texts, (text) => readParts(isNumbered ? text.replace(/^ ?\d+ /, "") : text)),
});

function readParts(text: string) {
  const question = QUESTION.exec(text);
  if (question === null) return undefined;
  const start = question.index + question[0].length;
  const between = CONTEXT.exec(text.slice(start))?.[0];
  // HELM's last part starts with a comma between spaces, ours with an empty line
  const end = Math.max(text.lastIndexOf(" , "), text.lastIndexOf("\n\n"));
  return between === undefined || end < 0
    ? undefined
    : { before: text.slice(0, start), between, after: text.slice(end) };
}
