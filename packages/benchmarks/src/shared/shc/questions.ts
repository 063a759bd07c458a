import { CORRECT_TAG, type Instance } from "@medhelm/core/helm/instance";
import type { SourceFile } from "@medhelm/core/run/benchmark";
import { UserError } from "@medhelm/core/user-error";
import { readColumns } from "../../files/read-columns.ts";
import type { Wording } from "../../define.ts";
import { withPlainLineEnds } from "../../files/line-ends.ts";
import type { Part } from "./wording.ts";

/** The ways in which the ten sheets of Stanford Health Care differ. */
export interface Sheet {
  /** The column with the question: "prompt" in all sheets except one. */
  readonly questionColumn?: "prompt" | "question";
  /** The valid letters of a label. */
  readonly options: readonly string[];
  /** Whether rows with an empty label are skipped. */
  readonly skipsUnlabelled?: boolean;
  /** The meaning of each letter, for our own question. */
  readonly letters: string;
  /** The context that the reader needs, in our own words. */
  readonly about?: string;
  /** Text before everything else. `number` counts the rows that are kept, from 1. */
  readonly heading?: (number: number) => string;
}

/** The meaning of the letters in most sheets. */
export const YES_OR_NO = "A for yes, B for no";

/**
 * Makes instances of a sheet's rows in the order of the file. Their options are bare letters. HELM: rows of equal text become
 * one instance, at the position of the first and with the label of the last.
 * @throws UserError that names the line of a label that is not one of the letters
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
        `${file.label}, line ${line}, column label: "${label}" is not one of ${options.join(", ")}; write the bare letter`,
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
