import type { SourceFile } from "@medhelm/core/run/benchmark";
import { UserError } from "@medhelm/core/user-error";
import { CsvError, parse } from "csv-parse/sync";
import { z } from "zod";
import { readText } from "./read-json.ts";
import { asPandasReads } from "./pandas-cells.ts";

export interface Row {
  /** The line where the row starts, from 1. */
  readonly line: number;
  /** Maps a column to its text. A cell is never converted to a number, a date or a missing value. */
  readonly cells: Readonly<Record<string, string>>;
}
export interface Table {
  readonly label: string;
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
}

const Records = z.array(z.object({ record: z.array(z.string()), info: z.object({ lines: z.int() }) }));

/**
 * Reads a file with a header, separated by commas or tabs. Every cell stays text (001, NA, empty); HELM's pandas reads numbers
 * and missing values instead. Skips empty lines.
 * @throws UserError with file and line
 */
export function readTable(file: SourceFile, delimiter: "," | "\t" = ","): Table {
  const [header, ...rows] = records(file, delimiter);
  if (header === undefined)
    throw new UserError(`${file.label}: the file is empty; its first line must name the columns`);
  const columns = header.cells;
  const [only = ""] = columns;
  if (columns.length === 1 && /[;\t]/.test(only))
    throw new UserError(
      `${file.label}, line 1: the columns are separated by ${only.includes(";") ? "semicolons" : "tabs"}; save it with commas`,
    );
  const duplicate = columns.find((column, i) => columns.indexOf(column) !== i);
  if (duplicate !== undefined)
    throw new UserError(`${file.label}, line 1: two columns are named "${duplicate}"; rename one`);
  if (rows.length === 0) throw new UserError(`${file.label}: there is no row below the header`);
  return { label: file.label, columns, rows: rows.map((row) => toRow(file.label, columns, row)) };
}

/** Returns the table with every cell as in HELM's prompts (--helm-csv). */
export function asHelmReads(table: Table): Table {
  const columns = asPandasReads(table.columns.map((column) => table.rows.map(({ cells }) => cells[column] ?? "")));
  const rows = table.rows.map(({ line }, i) => ({
    line,
    cells: Object.fromEntries(table.columns.map((column, j) => [column, columns[j]?.[i] ?? ""])),
  }));
  return { ...table, rows };
}

interface CsvRecord {
  readonly line: number;
  readonly cells: readonly string[];
}

function records(file: SourceFile, delimiter: string): CsvRecord[] {
  const options = { info: true, relax_column_count: true, skip_empty_lines: true, delimiter } as const;
  try {
    return Records.parse(parse(readText(file), options)).map(({ record, info }) => {
      const lineEnds = record.join("").match(/\r\n|\n|\r/g)?.length ?? 0;
      return { line: info.lines - lineEnds, cells: record };
    });
  } catch (cause) {
    if (!(cause instanceof CsvError)) throw cause;
    if (cause.code === "CSV_QUOTE_NOT_CLOSED")
      throw new UserError(
        `${file.label}, line ${lineOfOpenQuote(readText(file))}: a quote is opened and not closed; a quote within a cell is written twice`,
        { cause },
      );
    const line = "lines" in cause ? `, line ${String(cause["lines"])}` : "";
    throw new UserError(`${file.label}${line}: not readable CSV: ${cause.message}`, { cause });
  }
}

/** Finds the line where the quote begins. The parser names the last line of the file. */
function lineOfOpenQuote(text: string): number {
  const untilOpen = text.replaceAll(/"(?:[^"]|"")*"/g, (cell) => cell.replaceAll(/[^\n]/g, " ")).split('"', 1)[0] ?? "";
  return untilOpen.split("\n").length;
}

function toRow(label: string, columns: readonly string[], { line, cells }: CsvRecord): Row {
  if (cells.length === 1 && /^(?:\.\.\.|…)$/.test((cells[0] ?? "").trim()))
    throw new UserError(
      `${label}, line ${line}: the row is only "...", which marks rows that were left out; remove this line`,
    );
  if (cells.length !== columns.length)
    throw new UserError(
      `${label}, line ${line}: ${cells.length} ${cells.length === 1 ? "value" : "values"}, but the header names ${columns.length} columns; a comma or a quote may be missing`,
    );
  return { line, cells: Object.fromEntries(columns.map((column, i) => [column, cells[i] ?? ""])) };
}
