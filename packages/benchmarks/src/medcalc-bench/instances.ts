import { CORRECT_TAG } from "@medhelm/core/helm/instance";
import type { SourceFile } from "@medhelm/core/run/benchmark";
import { UserError } from "@medhelm/core/user-error";
import { z } from "zod";
import { readColumns } from "../files/read-columns.ts";
import { readParquet } from "../files/read-parquet.ts";
import type { LoadedInstance } from "../define.ts";
import { inCluster } from "../shared/in-cluster.ts";

const COLUMNS = [
  "Row Number",
  "Patient Note",
  "Question",
  "Category",
  "Ground Truth Answer",
  "Lower Limit",
  "Upper Limit",
] as const;
/** HELM's instances do not contain it. Questions with the same number are about one patient note. */
const NOTE = "Note ID";

/** Reads the text of one column of a row. */
type Row = (column: (typeof COLUMNS)[number] | typeof NOTE) => string;

const Cell = z.union([z.string(), z.bigint(), z.number()]).transform(String);

/** Makes one instance per row of test_data.csv, in the order of the file (helm: medcalc_bench_scenario.py). */
export const questions = (file: SourceFile): LoadedInstance[] =>
  readColumns(file, COLUMNS, ",", [NOTE]).map(({ cell }) => toInstance(cell));

/** Reads the Parquet file of Hugging Face in the same way. Its row numbers are integers. */
export async function questionsOfParquet(file: SourceFile): Promise<LoadedInstance[]> {
  const rows = await readParquet(file, COLUMNS, [NOTE]);
  return rows.map((row, i) =>
    toInstance((column) =>
      column === NOTE && row[NOTE] === undefined ? "" : cellText(file.label, i + 1, column, row[column]),
    ),
  );
}

function cellText(label: string, row: number, column: string, value: unknown): string {
  const cell = Cell.safeParse(value);
  if (cell.success) return cell.data;
  throw new UserError(`${label}, row ${row}, column ${column}: it is neither a text nor a number`);
}

/** The row number is the id. Limits stay text. */
function toInstance(cell: Row): LoadedInstance {
  return {
    input: { text: `Patient note: ${cell("Patient Note")}\n\nQuestion: ${cell("Question")}\n` },
    references: [{ output: { text: cell("Ground Truth Answer") }, tags: [CORRECT_TAG] }],
    split: "test",
    id: cell("Row Number"),
    ...inCluster(cell(NOTE)),
    extra_data: {
      category: cell("Category"),
      upper_limit: cell("Upper Limit"),
      lower_limit: cell("Lower Limit"),
    },
  };
}
