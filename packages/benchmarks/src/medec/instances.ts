import { CORRECT_TAG, type Instance } from "@medhelm/core/helm/instance";
import { strip } from "@medhelm/core/metrics/python-text";
import type { SourceFile } from "@medhelm/core/run/benchmark";
import { UserError } from "@medhelm/core/user-error";
import { type ColumnRow, readColumns } from "../files/read-columns.ts";

const COLUMNS = ["Sentences", "Error Flag", "Error Sentence ID", "Corrected Sentence"] as const;
type Text = ColumnRow<(typeof COLUMNS)[number]>;

/**
 * Makes one instance per text of MEDEC's test file. Skips the 328 empty rows of the published file (helm: medec_scenario.py).
 */
export const texts = (file: SourceFile): Instance[] =>
  readColumns(file, COLUMNS)
    .filter(({ cell }) => cell("Sentences") !== "" || cell("Error Flag") !== "")
    .map((text) => toInstance(file.label, text));

function toInstance(label: string, { line, cell }: Text): Instance {
  const flag = cell("Error Flag");
  if (flag !== "0" && flag !== "1")
    throw new UserError(`${label}, line ${line}, column Error Flag: "${flag}" is neither 0 nor 1`);
  const reference = flag === "0" ? "CORRECT" : `${cell("Error Sentence ID")} ${strip(cell("Corrected Sentence"))}`;
  return {
    input: { text: strip(withPlainLineEnds(cell("Sentences"))) },
    references: [{ output: { text: withPlainLineEnds(reference) }, tags: [CORRECT_TAG] }],
    split: "test",
  };
}

/** Converts line ends as Python does for text files. */
const withPlainLineEnds = (text: string): string => text.replaceAll(/\r\n?/g, "\n");
