import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import type { OpenFile } from "@medhelm/core/run/benchmark";
import { UserError } from "@medhelm/core/user-error";
import { CsvError, parse } from "csv-parse";
import { parse as parseText } from "csv-parse/sync";
import { notUtf8Text } from "./read-json.ts";
import { columnsOf, csvFailure, csvOptions, noRow, type Row, toCsvRecord, toRow } from "./read-table.ts";

/** A file with a header, separated by commas, whose rows are read one after another. */
export interface OpenTable {
  readonly label: string;
  readonly columns: readonly string[];
  /**
   * Reads all rows; each call reads the file again.
   * @throws UserError with file and line
   */
  rows(): RowStream;
}
interface RowStream {
  readonly rows: AsyncIterable<Row>;
  /** Returns the sha256 of the file, after the last row. */
  sha256(): string;
}

/** A header with longer names is not a header. */
const HEAD_BYTES = 64 * 1024;
/** The longest row, in characters. A quote that is not closed would otherwise load the rest of the file into memory. */
const MAX_ROW_LENGTH = 2 ** 24;

/**
 * Reads the header of a file of any size, and no row. The rows are read as `readTable` reads them.
 * @param maxRowLength in characters; a longer row is refused
 * @throws UserError if there is no header or it cannot be used
 */
export async function openTable(file: OpenFile, maxRowLength = MAX_ROW_LENGTH): Promise<OpenTable> {
  const { label } = file;
  const columns = columnsOf(label, await readHeader(file));
  return {
    label,
    columns,
    rows: () => {
      const hash = createHash("sha256");
      return { rows: rowsOf(file, columns, hash, maxRowLength), sha256: () => hash.digest("hex") };
    },
  };
}

async function readHeader(file: OpenFile): Promise<readonly string[] | undefined> {
  const bytes = await file.head(HEAD_BYTES);
  const isWhole = file.sizeBytes <= bytes.length;
  const start = decoded(file.label, bytes, isWhole);
  const text = isWhole ? start : start.slice(0, Math.max(start.lastIndexOf("\n"), start.lastIndexOf("\r")) + 1);
  try {
    const [header] = parseText(text, { ...csvOptions(","), to: 1 }).map((parsed: unknown) => toCsvRecord(parsed));
    if (header !== undefined || isWhole) return header?.cells;
  } catch (cause) {
    if (!(cause instanceof CsvError)) throw cause;
    if (isWhole) throw csvFailure(file.label, cause, 1);
  }
  throw new UserError(`${file.label}, line 1: the header is longer than ${HEAD_BYTES} bytes; a quote may be missing`);
}

function decoded(label: string, bytes: Uint8Array, isWhole: boolean): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: !isWhole });
  } catch (cause) {
    throw new UserError(notUtf8Text(label, bytes, 0), { cause });
  }
}

async function* rowsOf(
  file: OpenFile,
  columns: readonly string[],
  hash: ReturnType<typeof createHash>,
  maxRowLength: number,
): AsyncGenerator<Row, undefined> {
  const { label } = file;
  const quotes = { line: 1 };
  const source = Readable.from(textOf(file, hash, quotes), { objectMode: true });
  let linesRead = 0;
  // The parser drops the rows that are not consumed yet when a later one fails.
  const on_record = (record: string[], { lines }: { readonly lines: number }): string[] => {
    linesRead = lines;
    return record;
  };
  const parser = source.pipe(parse({ ...csvOptions(","), max_record_size: maxRowLength, on_record }));
  source.on("error", (error) => parser.destroy(error)); // `pipe` passes no error on
  let records = 0;
  try {
    for await (const parsed of parser) {
      const record = toCsvRecord(parsed);
      if (records++ > 0) yield toRow(label, columns, record);
    }
  } catch (cause) {
    if (!(cause instanceof CsvError)) throw cause;
    throw cause.code === "CSV_MAX_RECORD_SIZE"
      ? rowTooLong(`${label}, line ${linesRead + 1}`, maxRowLength, quotes.line > linesRead)
      : csvFailure(label, cause, quotes.line);
  } finally {
    source.destroy();
  }
  if (records < 2) throw new UserError(noRow(label));
}

function rowTooLong(place: string, maxRowLength: number, hasQuote: boolean): UserError {
  const length = `the row has more than ${maxRowLength.toLocaleString("en-US")} characters`;
  return new UserError(
    hasQuote
      ? `${place}: a quote is opened and not closed, or ${length}; close the quote, or shorten the row`
      : `${place}: ${length}; shorten it`,
  );
}

/** Decodes the file, hashes its bytes and notes the line of the last quote. */
async function* textOf(
  file: OpenFile,
  hash: ReturnType<typeof createHash>,
  quotes: { line: number },
): AsyncGenerator<string, undefined> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let lines = 0;
  const decode = (bytes: Uint8Array, isLast: boolean): string => {
    try {
      return decoder.decode(bytes, { stream: !isLast });
    } catch (cause) {
      throw new UserError(notUtf8Text(file.label, bytes, lines), { cause });
    }
  };
  for await (const bytes of file.stream()) {
    hash.update(bytes);
    const text = decode(bytes, false);
    const quote = text.lastIndexOf('"');
    if (quote >= 0) quotes.line = lines + lineEnds(text.slice(0, quote)) + 1;
    lines += lineEnds(text);
    if (text !== "") yield text;
  }
  decode(new Uint8Array(), true); // fails if the file ends within a character
}

function lineEnds(text: string): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) count++;
  return count;
}
