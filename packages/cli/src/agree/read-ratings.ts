import { openTable } from "@medhelm/benchmarks/files/open-table";
import type { Row, Table } from "@medhelm/benchmarks/files/read-table";
import type { Scale } from "@medhelm/core/agreement/rating";
import type { UserFiles } from "@medhelm/core/run/benchmark";
import { nearNames } from "@medhelm/core/text/near-names";
import { UserError } from "@medhelm/core/user-error";

/** One line of a rating sheet: a clinician's ratings of one answer. */
export interface RatedRow {
  /** "ratings.csv, line 7" */
  readonly at: string;
  /** the cells that name the item, by column; those of ITEM_COLUMNS that the file has */
  readonly names: Readonly<Record<string, string>>;
  /** `names` as one text */
  readonly item: string;
  readonly dataset: string;
  readonly rater: string;
  /** by criterion; a criterion without a rating is absent */
  readonly ratings: Readonly<Record<string, number>>;
  /** the judge's scores in the file, by criterion, or by the name of the column that --stat names */
  readonly judge: Readonly<Record<string, number>>;
}

export interface RatingSheet {
  readonly criteria: readonly string[];
  readonly rows: readonly RatedRow[];
  /** the lines without any rating */
  readonly unrated: number;
}

export interface SheetForm {
  /** absent: the criteria that the files show */
  readonly criteria?: readonly string[];
  readonly scale: Scale;
  /** a column with the judge's score of the whole answer */
  readonly stat?: string;
  /** columns that are not read */
  readonly ignored: readonly string[];
}

/** The columns that name an item: an answer of a model to an instance of a data set. */
export const ITEM_COLUMNS = ["item", "dataset_name", "run", "instance_id", "trial", "model_key"] as const;
/** Columns of a sheet that the rater reads, or writes as free text. */
export const TEXT_COLUMNS = ["question", "reference", "answer", "comment"] as const;
/** The prefix of a column with the judge's score of a criterion. */
const JUDGE = "llm_";
/** The criteria of MedHELM's juries. */
const USUAL = ["accuracy", "completeness", "clarity"];
/** The column of a sheet with one rating per answer. */
const SINGLE = "rating";

/**
 * Reads sheets of ratings; several files are read as one sheet.
 * @throws UserError with file and line for an unknown or absent column, a rating off the scale and a rating that is given twice
 */
export async function readRatings(files: UserFiles, paths: readonly string[], form: SheetForm): Promise<RatingSheet> {
  const tables = await Promise.all(paths.map((path) => tableOf(files, path)));
  const criteria = form.criteria ?? criteriaOf(tables);
  const rows = tables.flatMap((table) => rowsOf(table, criteria, form));
  const rated = rows.filter(({ ratings }) => Object.keys(ratings).length > 0);
  refuseDoubles(rated);
  refuseTwoScores(rows);
  if (rated.length === 0)
    throw new UserError(`${paths.join(", ")}: no line has a rating; fill in ${criteria.join(", ")}`);
  return { criteria, rows: rated, unrated: rows.length - rated.length };
}

async function tableOf(files: UserFiles, path: string): Promise<Table> {
  const { columns, rows } = await openTable({ ...(await files.open(path)), label: path });
  const read: Row[] = [];
  for await (const row of rows().rows) read.push(row);
  return { label: path, columns, rows: read };
}

/** The criteria that have a judge's column, else the usual ones, else the one column `rating`. */
function criteriaOf(tables: readonly Table[]): string[] {
  const columns = [...new Set(tables.flatMap((table) => table.columns))];
  const judged = columns.filter((name) => columns.includes(`${JUDGE}${name}`));
  if (judged.length > 0) return judged;
  const usual = USUAL.filter((name) => columns.includes(name));
  if (usual.length > 0) return usual;
  if (columns.includes(SINGLE)) return [SINGLE];
  throw new UserError(
    `${tables[0]?.label}, line 1: no column has ratings; name the columns with --criteria, or call them ${USUAL.join(", ")} or ${SINGLE}`,
  );
}

function rowsOf(table: Table, criteria: readonly string[], { scale, stat, ignored }: SheetForm): RatedRow[] {
  const { label, columns } = table;
  const judges = criteria.map((name) => `${JUDGE}${name}`).filter((name) => columns.includes(name));
  const known = [
    "rater",
    ...ITEM_COLUMNS,
    ...TEXT_COLUMNS,
    ...criteria,
    ...judges,
    ...(stat === undefined ? [] : [stat]),
  ];
  const unknown = columns.find((name) => !known.includes(name) && !ignored.includes(name));
  if (unknown !== undefined) {
    const near = nearNames(
      unknown,
      known.filter((name) => !columns.includes(name)),
    );
    const meant = near.length === 0 ? "" : ` (did you mean ${near.join(" or ")}?)`;
    throw new UserError(
      `${label}, line 1: the column "${unknown}" is unknown${meant}; rename it, name it with --criteria if it has ratings, or leave it out with --ignore-columns ${unknown}`,
    );
  }
  const absent = ["rater", ...criteria].find((name) => !columns.includes(name));
  if (absent !== undefined) throw new UserError(`${label}, line 1: there is no column "${absent}"; add it`);
  if (!columns.includes("item") && !columns.includes("instance_id"))
    throw new UserError(`${label}, line 1: no column names the item; add instance_id, or use the sheet's column item`);
  return table.rows.map((row) => rowOf(label, row, { criteria, judges, scale, stat }));
}

interface RowForm extends Pick<SheetForm, "scale"> {
  readonly stat: string | undefined;
  readonly criteria: readonly string[];
  readonly judges: readonly string[];
}

function rowOf(label: string, { line, cells }: Row, { criteria, judges, scale, stat }: RowForm): RatedRow {
  const at = `${label}, line ${line}`;
  const names = Object.fromEntries(
    ITEM_COLUMNS.flatMap((name) => (cells[name] === undefined ? [] : [[name, cells[name].trim()]])),
  );
  if ((names["item"] ?? names["instance_id"]) === "") throw new UserError(`${at}: the item has no name; fill it in`);
  const numbers = (columns: readonly string[], read: (text: string, column: string) => number, cut = 0) =>
    Object.fromEntries(
      columns.flatMap((column) => {
        const text = (cells[column] ?? "").trim();
        return text === "" ? [] : [[column.slice(cut), read(text, column)]];
      }),
    );
  const ratings = numbers(criteria, (text, column) => rating(at, column, text, scale));
  const rater = (cells["rater"] ?? "").trim();
  if (rater === "" && Object.keys(ratings).length > 0) throw new UserError(`${at}: the rater is missing; fill it in`);
  return {
    at,
    names,
    item: Object.values(names).join(" · "),
    dataset: names["dataset_name"] ?? "",
    rater,
    ratings,
    judge: {
      ...numbers(judges, (text, column) => judgeScore(at, column, text, scale), JUDGE.length),
      ...(stat === undefined ? {} : numbers([stat], (text, column) => judgeScore(at, column, text))),
    },
  };
}

function rating(at: string, column: string, text: string, { min, max }: Scale): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < min || value > max)
    throw new UserError(
      `${at}: ${column} is ${JSON.stringify(text)}, but a rating is a whole number from ${min} to ${max}; correct it, or name the scale with --scale`,
    );
  return value;
}

function judgeScore(at: string, column: string, text: string, scale?: Scale): number {
  const value = Number(text);
  if (!Number.isFinite(value))
    throw new UserError(`${at}: ${column} is ${JSON.stringify(text)}, not a number; correct it`);
  if (scale !== undefined && (value < scale.min || value > scale.max))
    throw new UserError(
      `${at}: ${column} is ${text}, off the scale from ${scale.min} to ${scale.max}; correct it, or name the scale with --scale`,
    );
  return value;
}

function refuseDoubles(rows: readonly RatedRow[]): void {
  const seen = new Map<string, RatedRow>();
  for (const row of rows) {
    const key = JSON.stringify([row.rater, row.item]);
    const first = seen.get(key);
    if (first !== undefined)
      throw new UserError(
        `${row.at}: ${row.rater} has rated ${row.item} before, in ${first.at}; delete one of the two lines`,
      );
    seen.set(key, row);
  }
}

function refuseTwoScores(rows: readonly RatedRow[]): void {
  const seen = new Map<string, RatedRow>();
  for (const row of rows) {
    const first = seen.get(row.item);
    const other = Object.entries(row.judge).find(
      ([name, score]) => first?.judge[name] !== undefined && first.judge[name] !== score,
    );
    if (first !== undefined && other !== undefined)
      throw new UserError(
        `${row.at}: the judge's ${other[0]} of ${row.item} is ${other[1]}, but ${first.judge[other[0]]} in ${first.at}; one answer has one score, so correct one`,
      );
    if (first === undefined) seen.set(row.item, row);
  }
}
