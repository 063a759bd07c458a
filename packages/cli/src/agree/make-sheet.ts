import { csvCell } from "../terminal/csv-cell.ts";
import { type DrawInput, drawAnswers } from "./draw-answers.ts";
import type { SheetKey } from "./sheet-key.ts";

export interface Sheet {
  readonly csv: string;
  readonly key: SheetKey;
  readonly answers: number;
  /** answers in which the model's name was replaced */
  readonly masked: number;
  /** cells that Excel would cut */
  readonly tooLong: number;
}

/** Excel's limit of characters in a cell. */
const EXCEL_CELL = 32_767;

/** Draws answers, and writes them as a sheet with empty cells for the ratings. */
export async function makeSheet(input: DrawInput): Promise<Sheet> {
  const { answers, key, masked } = await drawAnswers(input);
  const header = ["item", "question", "reference", "answer", ...key.criteria, "rater", "comment"];
  const lines = answers.map(({ item, question, reference, answer }) => [
    item,
    question,
    reference,
    answer,
    ...key.criteria.map(() => ""),
    "",
    "",
  ]);
  return {
    csv: [header, ...lines].map((cells) => `${cells.map(csvCell).join(",")}\r\n`).join(""),
    key,
    answers: answers.length,
    masked,
    tooLong: lines.flat().filter((text) => text.length > EXCEL_CELL).length,
  };
}
