import type { SourceFile } from "@medhelm/core/run/benchmark";
import { UserError } from "@medhelm/core/user-error";
import { readTable } from "./read-table.ts";

/** A row of a published file. Every cell is text. */
export interface ColumnRow<Name extends string> {
  /** The line where the row starts, from 1. */
  readonly line: number;
  cell(column: Name): string;
}

/**
 * Reads these columns of a published file that is separated by commas or tabs.
 * @param optional columns whose cells are empty in a file without them
 * @throws UserError that names the file and the missing column, or the line that cannot be read
 */
export function readColumns<const Name extends string, const Optional extends string = never>(
  file: SourceFile,
  names: readonly Name[],
  delimiter: "," | "\t" = ",",
  _optional: readonly Optional[] = [],
): ColumnRow<Name | Optional>[] {
  const table = readTable(file, delimiter);
  const missing = names.find((name) => !table.columns.includes(name));
  if (missing !== undefined)
    throw new UserError(
      `${file.label}: there is no column "${missing}"; the file has ${table.columns.join(", ")}; this is not the file that the benchmark expects`,
    );
  return table.rows.map(({ line, cells }) => ({ line, cell: (column) => cells[column] ?? "" }));
}
