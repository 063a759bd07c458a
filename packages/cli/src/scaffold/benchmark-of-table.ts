import { imageObject } from "@medhelm/core/helm/media";
import { sha256Hex } from "@medhelm/core/store/canonical";
import { UserError } from "@medhelm/core/user-error";
import { csvText } from "../terminal/csv-cell.ts";
import { imageIn } from "./image-in.ts";
import type { SourceRow } from "./read-source-rows.ts";
import type { TableColumns } from "./table-columns.ts";

export interface TableBenchmark {
  readonly dataset: string;
  readonly prompt: string;
  readonly metric: "exact_match" | "rouge_l";
  readonly maxTokens: number;
  readonly rows: number;
  /** the images of the table, or their paths, by the path below the benchmark's folder */
  readonly images: ReadonlyMap<string, string | Uint8Array>;
  /** the letter that is right in every row, of several: a model that always gives it would be right */
  readonly onlyLetter?: string;
  readonly columns: TableColumns;
  /** the columns of the table that the benchmark leaves out */
  readonly unused: readonly string[];
  /** rows that the benchmark cannot ask, with the reason */
  readonly leftOut: readonly { readonly row: number; readonly reason: string }[];
}

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
/** Fewer rows may have the same right letter by chance. */
const SEVERAL = 5;
/** A longer answer is free text. */
const SHORT = 40;

/**
 * Makes the files of a benchmark from a table. With options the model gives a letter. Without them, short answers are compared
 * exactly, and longer ones by their words.
 * @throws UserError if the answers do not say which option is right
 */
export function benchmarkOfTable(label: string, rows: readonly SourceRow[], columns: TableColumns): TableBenchmark {
  const leftOut: { row: number; reason: string }[] = [];
  const keep = <T>(row: number, value: T | string): T[] => {
    if (typeof value !== "string") return [value];
    leftOut.push({ row, reason: value });
    return [];
  };
  const isClosed = columns.options.length > 0;
  const images = imagePaths();
  const asked = rows.map((row, i) => ({
    row: i + 1,
    image: images.pathOf(columns.image === undefined ? undefined : imageIn(row[columns.image])),
    question: cellText(row[columns.question]).trim(),
    answer: answerText(row[columns.answer]),
    options: isClosed ? orderedOptions(row, columns) : [],
  }));
  const base = isClosed ? firstIndex(label, asked, columns) : 0;
  const made = asked.flatMap((one) => keep(one.row, isClosed ? closed(one, base) : open(one)));
  if (made.length === 0)
    throw new UserError(
      `${label}: no row can be asked (row ${leftOut[0]?.row}: ${leftOut[0]?.reason}); name other columns with --question, --answer and --options`,
    );
  const isShort = isClosed || made.every(({ answer }) => answer.length <= SHORT);
  const header = [
    "id",
    ...(columns.image === undefined ? [] : ["image"]),
    "question",
    ...(isClosed ? ["options"] : []),
    "correct_answer",
    "incorrect_answers",
  ];
  const lines = made.map(({ row, image, question, options, answer, others }) => [
    String(row),
    ...(columns.image === undefined ? [] : [image]),
    question,
    ...(isClosed ? [options] : []),
    answer,
    JSON.stringify(others),
  ]);
  return {
    dataset: [header, ...lines].map((cells) => `${cells.map(csvText).join(",")}\n`).join(""),
    images: images.all,
    prompt: `${columns.image === undefined ? "" : "{image}\n"}${promptOf(isClosed, isShort)}`,
    metric: isShort ? "exact_match" : "rouge_l",
    maxTokens: isClosed ? 16 : isShort ? 64 : 512,
    rows: made.length,
    ...(isClosed && onlyLetterOf(made)),
    columns,
    unused: unusedColumns(rows, columns),
    leftOut,
  };
}

function onlyLetterOf(made: readonly Made[]): Pick<TableBenchmark, "onlyLetter"> {
  const [letter = "", ...others] = new Set(made.map(({ answer }) => answer));
  return made.length >= SEVERAL && others.length === 0 ? { onlyLetter: letter } : {};
}

function unusedColumns(rows: readonly SourceRow[], { question, answer, image, options }: TableColumns): string[] {
  const used = new Set([question, answer, image, ...options]);
  return Object.keys(rows[0] ?? {}).filter((name) => !used.has(name));
}

function promptOf(isClosed: boolean, isShort: boolean): string {
  return isClosed
    ? "{question}\n{options}\nAnswer with one letter and nothing else.\nAnswer:"
    : isShort
      ? "{question}\nAnswer in as few words as possible.\nAnswer:"
      : "{question}\nAnswer:";
}

/** Returns a function for the path of each image below the benchmark's folder; equal images have one path. */
function imagePaths() {
  const all = new Map<string, string | Uint8Array>();
  const paths = new Map<string, string>();
  const pathOf = (image: string | Uint8Array | undefined): string => {
    if (image === undefined) return "";
    const name = typeof image === "string" ? image : (imageObject(image, sha256Hex(image))?.location ?? "");
    const known = paths.get(name);
    if (known !== undefined) return known;
    const ending = /\.[A-Za-z]+$/.exec(name)?.[0].toLowerCase() ?? "";
    const own = `images/${paths.size + 1}${ending}`;
    paths.set(name, own);
    all.set(own, image);
    return own;
  };
  return { all, pathOf };
}

interface Asked {
  readonly row: number;
  readonly image: string;
  readonly question: string;
  readonly answer: string;
  readonly options: readonly string[];
}

interface Made {
  readonly row: number;
  readonly image: string;
  readonly question: string;
  readonly options: string;
  readonly answer: string;
  readonly others: readonly string[];
}

/** @returns the reason if the row cannot be asked */
function closed({ row, image, question, answer, options }: Asked, base: number): Made | string {
  if (question === "") return "it has no question";
  if (options.length < 2 || options.length > LETTERS.length) return `it has ${options.length} options`;
  const right = rightOption(answer, options, base);
  if (right === undefined) return `its answer ${JSON.stringify(answer)} is not one of its options`;
  const letters = LETTERS.slice(0, options.length).split("");
  return {
    row,
    image,
    question,
    options: options.map((option, i) => `${letters[i]}. ${option}`).join("\n"),
    answer: letters[right] ?? "",
    others: letters.filter((_, i) => i !== right),
  };
}

function open({ row, image, question, answer }: Asked): Made | string {
  if (question === "") return "it has no question";
  if (answer.trim() === "") return "it has no answer";
  return { row, image, question, options: "", answer, others: [] };
}

/** The position of the right option, which the answer names by its text, letter or number. */
function rightOption(answer: string, options: readonly string[], base: number): number | undefined {
  const byText = options.indexOf(answer);
  if (byText !== -1) return byText;
  const byLetter = /^[A-Za-z]$/.test(answer) ? LETTERS.indexOf(answer.toUpperCase()) : -1;
  const byNumber = /^\d+$/.test(answer) ? Number(answer) - base : -1;
  const found = byLetter === -1 ? byNumber : byLetter;
  return found >= 0 && found < options.length ? found : undefined;
}

/** Whether numbers count the options from 0 or from 1, as the whole column shows. @throws UserError if it does not show that */
function firstIndex(label: string, rows: readonly Asked[], { answer: column }: TableColumns): 0 | 1 {
  const numbered = rows.filter(({ answer, options }) => /^\d+$/.test(answer) && !options.includes(answer));
  if (numbered.length === 0 || numbered.some(({ answer }) => Number(answer) === 0)) return 0;
  if (numbered.some(({ answer, options }) => Number(answer) === options.length)) return 1;
  throw new UserError(
    `${label}: the numbers in "${column}" may count the options from 0 or from 1; name a column with letters or texts with --answer`,
  );
}

/**
 * If the right answer has a column among the options, it would always have the same letter. The order then follows from a hash, so that it says nothing
 * and is the same each time.
 */
function orderedOptions(row: SourceRow, { question, answer, options }: TableColumns): string[] {
  const found = optionsOf(row, options);
  if (options.length < 2 || !options.includes(answer)) return found;
  const hashOf = (option: string): string => sha256Hex(`${cellText(row[question])}\n${option}`);
  return found.toSorted((a, b) => (hashOf(a) < hashOf(b) ? -1 : 1));
}

/** A list, {text: [...], label: [...]}, {"A": ..., "B": ...}, or one column an option. */
function optionsOf(row: SourceRow, names: readonly string[]): string[] {
  if (names.length > 1) return names.map((name) => cellText(row[name]).trim()).filter((text) => text !== "");
  const value = listIn(row[names[0] ?? ""]);
  if (Array.isArray(value)) return value.map((one) => textOfOption(one));
  if (typeof value !== "object" || value === null) return [];
  if ("text" in value && Array.isArray(value.text)) return value.text.map(cellText);
  return Object.values(value)
    .map(cellText)
    .filter((text) => text !== "");
}

/** {"key": "A", "value": "yes"} is an option "yes". */
function textOfOption(one: unknown): string {
  if (typeof one !== "object" || one === null) return cellText(one);
  if ("value" in one) return cellText(one.value);
  return "text" in one ? cellText(one.text) : cellText(one);
}

/** A list in a cell of CSV is JSON. */
function listIn(value: unknown): unknown {
  if (typeof value !== "string") return value;
  try {
    return JSON.parse(value);
  } catch {
    return value.split("|").map((part) => part.trim());
  }
}

/** The first of several answers. */
const answerText = (value: unknown): string => cellText(Array.isArray(value) ? value[0] : value).trim();

function cellText(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "string") return value;
  if (typeof value === "number" || typeof value === "bigint" || typeof value === "boolean") return String(value);
  if (value instanceof Date) return value.toISOString();
  return JSON.stringify(value, (_, part: unknown) => (typeof part === "bigint" ? Number(part) : part));
}
