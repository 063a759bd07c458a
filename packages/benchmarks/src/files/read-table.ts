import { counted } from "@medhelm/core/text/counted";
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

const ParsedRecord = z.object({ record: z.array(z.string()), info: z.object({ lines: z.int() }) });

/**
 * Reads a file with a header, separated by commas or tabs. Every cell stays text (001, NA, empty); HELM's pandas reads numbers
 * and missing values instead. Skips empty lines.
 * @throws UserError with file and line
 */
export function readTable(file: SourceFile, delimiter: "," | "\t" = ","): Table {
  const [header, ...rows] = records(file, delimiter);
  const columns = columnsOf(file.label, header?.cells);
  if (rows.length === 0) throw new UserError(noRow(file.label));
  return { label: file.label, columns, rows: rows.map((row) => toRow(file.label, columns, row)) };
}

export const noRow = (label: string): string => `${label}: there is no row below the header`;

const SEPARATORS: Readonly<Record<string, string>> = { ";": "semicolons", "\t": "tabs", "|": "vertical bars" };

/** A header with longer names is not a header. */
export const MAX_HEADER_BYTES = 64 * 1024;

export const longHeader = (label: string): UserError =>
  new UserError(`${label}, line 1: the header is longer than ${MAX_HEADER_BYTES} bytes; a quote may be missing`);

/** @throws UserError if the file has no header, a very long one, or columns that cannot be distinguished */
export function columnsOf(label: string, header: readonly string[] | undefined): readonly string[] {
  if (header === undefined) throw new UserError(`${label}: the file is empty; its first line must name the columns`);
  if (new TextEncoder().encode(header.join()).length > MAX_HEADER_BYTES) throw longHeader(label);
  const [only = ""] = header;
  const [separator] = /[;\t|]/.exec(only) ?? [];
  if (header.length === 1 && separator !== undefined)
    throw new UserError(
      `${label}, line 1: the columns are separated by ${SEPARATORS[separator] ?? separator}; save it with commas`,
    );
  const names = new Set<string>();
  const duplicate = header.find((column) => names.size === names.add(column).size);
  if (duplicate !== undefined)
    throw new UserError(`${label}, line 1: two columns are named "${duplicate}"; rename one`);
  return header;
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

export type Delimiter = "," | ";" | "\t";

export interface CsvRecord {
  readonly line: number;
  readonly cells: readonly string[];
}

/** The parser's options: every record as it is, with its position. */
export const csvOptions = (delimiter: Delimiter) =>
  ({ info: true, relax_column_count: true, skip_empty_lines: true, delimiter }) as const;

export function toCsvRecord(parsed: unknown): CsvRecord {
  const { record, info } = ParsedRecord.parse(parsed);
  const lineEnds = record.join("").match(/\r\n|\n|\r/g)?.length ?? 0;
  return { line: info.lines - lineEnds, cells: record };
}

function records(file: SourceFile, delimiter: "," | "\t"): CsvRecord[] {
  try {
    return parse(readText(file), csvOptions(delimiter)).map((parsed: unknown) => toCsvRecord(parsed));
  } catch (cause) {
    throw cause instanceof CsvError ? csvFailure(file.label, cause, lineOfOpenQuote(readText(file))) : cause;
  }
}

/** @param openQuoteLine the line of the quote that is not closed. The parser names the last line of the file. */
export function csvFailure(label: string, cause: CsvError, openQuoteLine: number): UserError {
  if (cause.code === "CSV_QUOTE_NOT_CLOSED")
    return new UserError(
      `${label}, line ${openQuoteLine}: a quote is opened and not closed; a quote within a cell is written twice`,
      { cause },
    );
  const line = "lines" in cause ? `, line ${String(cause["lines"])}` : "";
  return new UserError(`${label}${line}: not readable CSV: ${cause.message}; correct this line`, { cause });
}

/** The line of the last quote: quotes come in pairs, except the one that is not closed. */
function lineOfOpenQuote(text: string): number {
  return text.slice(0, Math.max(0, text.lastIndexOf('"'))).split("\n").length;
}

export function toRow(label: string, columns: readonly string[], { line, cells }: CsvRecord): Row {
  if (cells.length === 1 && /^(?:\.\.\.|…)$/.test((cells[0] ?? "").trim()))
    throw new UserError(
      `${label}, line ${line}: the row is only "...", which marks rows that were left out; remove this line`,
    );
  if (cells.length !== columns.length)
    throw new UserError(
      `${label}, line ${line}: ${counted(cells.length, "value")}, but the header names ${columns.length} columns; a comma or a quote may be missing`,
    );
  return { line, cells: Object.fromEntries(columns.map((column, i) => [column, cells[i] ?? ""])) };
}
