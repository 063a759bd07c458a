import { CORRECT_TAG, type Instance } from "@medhelm/core/helm/instance";
import type { SourceFile } from "@medhelm/core/run/benchmark";
import { UserError } from "@medhelm/core/user-error";
import { readColumns } from "../../files/read-columns.ts";
import type { Wording } from "../../define.ts";
import { withPlainLineEnds } from "../../files/line-ends.ts";
import type { Part } from "./wording.ts";

/** What the ten sheets of Stanford Health Care differ in. */
export interface Sheet {
  /** "prompt" in all but one */
  readonly questionColumn?: "prompt" | "question";
  /** The letters that a label may be. */
  readonly options: readonly string[];
  /** Whether rows with an empty label are left out. */
  readonly skipsUnlabelled?: boolean;
  /** What each letter means, for our own question. */
  readonly letters: string;
  /** What the reader must know beforehand, in our own words. */
  readonly about?: string;
  /** What stands before all else; `number` counts the rows that are kept, from 1. */
  readonly heading?: (number: number) => string;
}

/** What most sheets' letters mean. */
export const YES_OR_NO = "A for yes, B for no";

/**
 * A sheet's rows -> instances whose options are bare letters, in the order of the file. HELM: rows of equal text are one
 * instance, at the place of the first and with the label of the last.
 * @throws UserError naming the line of a label that is none of the letters
 */
export function questions(file: SourceFile, sheet: Sheet, { before, between, after }: Wording<Part>): Instance[] {
  const { questionColumn = "prompt", options, heading = () => "" } = sheet;
  const labels = new Map<string, string>();
  let number = 1;
  for (const { line, cell } of readColumns(file, [questionColumn, "context", "label"])) {
    const label = cell("label");
    if (sheet.skipsUnlabelled === true && label === "") continue;
    if (!options.includes(label))
      throw new UserError(
        `${file.label}, line ${line}, column label: "${label}" is none of ${options.join(", ")}; write the bare letter`,
      );
    const question = withPlainLineEnds(cell(questionColumn));
    const context = withPlainLineEnds(cell("context"));
    labels.set(`${heading(number)}${before}${question}${between}${context}${after}`, label);
    number += 1;
  }
  return [...labels].map(([text, label]) => ({
    input: { text },
    references: options.map((option) => ({ output: { text: option }, tags: option === label ? [CORRECT_TAG] : [] })),
    split: "test",
  }));
}
