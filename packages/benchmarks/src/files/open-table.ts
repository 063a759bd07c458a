import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import type { OnProblem, OpenFile } from "@medhelm/core/run/benchmark";
import { UserError } from "@medhelm/core/user-error";
import { foreignFormat } from "./foreign-file.ts";
import { notUtf8Text } from "./read-json.ts";
import { type Irregular, regularCsv } from "./regular-csv.ts";
import {
  columnsOf,
  longHeader,
  MAX_HEADER_BYTES,
  type CsvRecord,
  csvFailure,
  csvOptions,
  type Delimiter,
  noRow,
  type Row,
  toCsvRecord,
  toRow,
} from "./read-table.ts";

/** A file with a header whose rows are read one after another. */
export interface OpenTable {
  readonly label: string;
  readonly columns: readonly string[];
  /**
   * Reads all rows; each call reads the file again. With `onProblem`, a bad row is passed to it and left out.
   * @throws UserError with file and line
   */
  rows(onProblem?: OnProblem): RowStream;
}
interface RowStream {
  readonly rows: AsyncIterable<Row>;
  /** Returns the sha256 of the file, after the last row. */
  sha256(): string;
}

/** No readable header begins like this. */
const JSON_OBJECT = /^\s*(?:\[\s*)?\{\s*"/;

/** The longest row, in characters. A quote that is not closed would otherwise load the rest of the file into memory. */
const MAX_ROW_LENGTH = 2 ** 24;

/**
 * Reads the header of a file of any size, and no row. The rows are read as `readTable` reads them. The cells are separated by commas, or
 * by semicolons or tabs if the header has no comma, as Excel saves them in many countries. The file is UTF-8, or UTF-16 with a byte
 * order mark.
 * @param maxRowLength in characters; a longer row is refused
 * @throws UserError if there is no header or it cannot be used
 */
export async function openTable(file: OpenFile, maxRowLength = MAX_ROW_LENGTH): Promise<OpenTable> {
  const { label } = file;
  const start = await readStart(file);
  if (JSON_OBJECT.test(start.text))
    throw new UserError(
      `${label}: it is JSON, and a table is needed; write a CSV file with a header of the fields and a row for each instance`,
    );
  const layout = { encoding: start.encoding, delimiter: delimiterOf(start.text) };
  const columns = columnsOf(label, await headerOf(label, start, layout.delimiter));
  return {
    label,
    columns,
    rows: (onProblem) => {
      const hash = createHash("sha256");
      return {
        rows: rowsOf(file, columns, { ...layout, hash, maxRowLength, onProblem }),
        sha256: () => hash.digest("hex"),
      };
    },
  };
}

type Encoding = "utf-8" | "utf-16le" | "utf-16be";
interface Start {
  readonly encoding: Encoding;
  readonly text: string;
  /** Whether the text is the whole file. Otherwise it ends with a whole line. */
  readonly isWhole: boolean;
}

async function readStart(file: OpenFile): Promise<Start> {
  const bytes = await file.head(MAX_HEADER_BYTES);
  const isWhole = file.sizeBytes <= bytes.length;
  const foreign = foreignFormat(bytes);
  if (foreign !== undefined) throw new UserError(notUtf8Text(file.label, bytes, 0));
  const encoding = encodingOf(bytes);
  const text = decoded(file.label, bytes, isWhole, encoding);
  return {
    encoding,
    isWhole,
    text: isWhole ? text : text.slice(0, Math.max(text.lastIndexOf("\n"), text.lastIndexOf("\r")) + 1),
  };
}

function encodingOf([first, second]: Uint8Array): Encoding {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : "utf-8";
}

/** Another separator than a comma counts only in a header without commas, where it can be nothing else. */
function delimiterOf(text: string): Delimiter {
  const header = text.trimStart().split(/[\r\n]/, 1)[0] ?? "";
  const unquoted = header.replaceAll(/"(?:[^"]|"")*"/g, '""');
  if (unquoted.includes(",")) return ",";
  const others = ([";", "\t"] as const).filter((one) => unquoted.includes(one));
  return others.length === 1 && others[0] !== undefined ? others[0] : ",";
}

async function headerOf(
  label: string,
  { text, isWhole }: Start,
  delimiter: Delimiter,
): Promise<readonly string[] | undefined> {
  const header = await firstRecord(label, { text, isWhole }, delimiter);
  if (/^sep=.?$/.test(header?.[0] ?? ""))
    throw new UserError(`${label}, line 1: Excel's line "sep=" names no column; remove this line`);
  if (header !== undefined || isWhole) return header;
  throw longHeader(label);
}

async function firstRecord(
  label: string,
  { text, isWhole }: Pick<Start, "text" | "isWhole">,
  delimiter: Delimiter,
): Promise<readonly string[] | undefined> {
  const first = await regularCsv([text].values(), { delimiter, maxLength: MAX_HEADER_BYTES }).next();
  if (first.done !== true) return first.value.cells;
  if (first.value === undefined) return undefined;
  const { CsvError, parse } = await import("csv-parse/sync");
  try {
    const [header] = parse(text, { ...csvOptions(delimiter), to: 1 }).map((parsed: unknown) => toCsvRecord(parsed));
    return header?.cells;
  } catch (cause) {
    if (!(cause instanceof CsvError)) throw cause;
    if (isWhole) throw csvFailure(label, cause, 1);
    return undefined;
  }
}

function decoded(label: string, bytes: Uint8Array, isWhole: boolean, encoding: Encoding): string {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: !isWhole });
  } catch (cause) {
    throw new UserError(notUtf8Text(label, bytes, 0), { cause });
  }
}

/** The value; undefined if making it fails and `onProblem` takes the failure. */
export function orProblem<T>(make: () => T, onProblem: OnProblem | undefined): T | undefined {
  try {
    return make();
  } catch (error) {
    if (onProblem === undefined || !(error instanceof UserError)) throw error;
    onProblem(error);
    return undefined;
  }
}

interface Reading {
  readonly encoding: Encoding;
  readonly delimiter: Delimiter;
  readonly hash: ReturnType<typeof createHash>;
  readonly maxRowLength: number;
  readonly onProblem: OnProblem | undefined;
}

async function* rowsOf(
  file: OpenFile,
  columns: readonly string[],
  { encoding, delimiter, hash, maxRowLength, onProblem }: Reading,
): AsyncGenerator<Row, undefined> {
  const { label } = file;
  const quotes = { line: 1 };
  const texts = textOf(file, { encoding, hash }, quotes);
  let records = 0;
  try {
    for await (const record of recordsOf(label, texts, { delimiter, maxRowLength, quotes })) {
      if (records++ === 0) continue;
      const row = orProblem(() => toRow(label, columns, record), onProblem);
      if (row !== undefined) yield row;
    }
  } finally {
    await texts.return(undefined);
  }
  if (records < 2) throw new UserError(noRow(label));
}

interface Records extends Pick<Reading, "delimiter" | "maxRowLength"> {
  /** the line of the last quote so far */
  readonly quotes: { readonly line: number };
}

async function* recordsOf(
  label: string,
  texts: AsyncGenerator<string, undefined>,
  options: Records,
): AsyncGenerator<CsvRecord, undefined> {
  const { delimiter, maxRowLength } = options;
  const rest = yield* regularCsv(texts, { delimiter, maxLength: maxRowLength });
  if (rest !== undefined) yield* parsedRecords(label, textsFrom(rest, texts), rest.lines, options);
}

/** The rest of a file, after empty lines in place of those that were read: the parser counts lines, and skips empty ones. */
async function* textsFrom(
  { text, lines, lineEnd }: Irregular,
  texts: AsyncGenerator<string, undefined>,
): AsyncGenerator<string, undefined> {
  yield lineEnd.repeat(lines) + text;
  return yield* texts;
}

async function* parsedRecords(
  label: string,
  texts: AsyncGenerator<string, undefined>,
  linesBefore: number,
  { delimiter, maxRowLength, quotes }: Records,
): AsyncGenerator<CsvRecord, undefined> {
  const { CsvError, parse } = await import("csv-parse"); // few files need it
  const source = Readable.from(texts, { objectMode: true });
  let linesRead = linesBefore;
  // The parser drops the rows that are not consumed yet when a later one fails.
  const on_record = (record: string[], { lines }: { readonly lines: number }): string[] => {
    linesRead = lines;
    return record;
  };
  const parser = source.pipe(parse({ ...csvOptions(delimiter), max_record_size: maxRowLength, on_record }));
  source.on("error", (error) => parser.destroy(error)); // `pipe` passes no error on
  try {
    for await (const parsed of parser) yield toCsvRecord(parsed);
  } catch (cause) {
    if (!(cause instanceof CsvError)) throw cause;
    throw cause.code === "CSV_MAX_RECORD_SIZE"
      ? rowTooLong(`${label}, line ${linesRead + 1}`, maxRowLength, quotes.line > linesRead)
      : csvFailure(label, cause, quotes.line);
  } finally {
    source.destroy();
  }
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
  { encoding, hash }: Pick<Reading, "encoding" | "hash">,
  quotes: { line: number },
): AsyncGenerator<string, undefined> {
  const decoder = new TextDecoder(encoding, { fatal: true });
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
