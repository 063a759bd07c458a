import { floatRepr } from "@medhelm/core/release/helm/python-print";
import { isMissing } from "./pandas-missing.ts";
import { pandasFloat } from "./pandas-float.ts";

/** `bigWhole`: whole numbers above int64, which pandas reads as uint64. `rawText`: such a column that pandas leaves as text. */
type Kind = "whole" | "bigWhole" | "fraction" | "bool" | "text" | "rawText";

const WHOLE = /^[\t-\r ]*[+-]?\d+[\t-\r ]*$/;
const LEADING = /^[\t-\r ]*[+-]?\d+/;
const BOOL = /^(?:true|false)$/i;
const INT64 = { min: -(2n ** 63n), max: 2n ** 63n - 1n };
const UINT64_MAX = 2n ** 64n - 1n;

/**
 * Returns the cells of a table as Python prints the result of pandas.read_csv, which HELM's prompts contain (--helm-csv). A
 * column of whole numbers loses signs and leading zeros (001 -> 1). One missing cell makes its numbers fractions (1 -> 1.0).
 * Missing cells print as nan, and a column of true and false as True and False. HELM reads the rows with iterrows(): if every
 * column is numeric and one has fractions, all numbers become fractions.
 * @param columns the cells of each column
 */
export function asPandasReads(columns: readonly (readonly string[])[]): string[][] {
  const kinds = columns.map((cells) => ({ cells, kind: kindOf(cells) }));
  const distinct = new Set(kinds.map(({ kind }) => kind));
  const areNumbers = !(["bool", "text", "rawText"] as const).some((kind) => distinct.has(kind));
  const areFractions = areNumbers && distinct.size > 1;
  return kinds.map(({ cells, kind }) => cells.map((cell) => printed(cell, areFractions ? "fraction" : kind)));
}

function kindOf(cells: readonly string[]): Kind {
  const present = cells.filter((cell) => !isMissing(cell));
  const isFull = present.length === cells.length;
  if (present.length === 0) return "fraction";
  // HELM: pandas reads digits beyond uint64 as text, even if a point follows
  const leading = present.map((cell) => BigInt(LEADING.exec(cell)?.[0].trim() ?? 0));
  if (leading.some((value) => value > UINT64_MAX || value < INT64.min)) return "text";
  if (present.every((cell) => WHOLE.test(cell))) return wholeKind(leading, isFull);
  if (present.every((cell) => pandasFloat(cell) !== undefined)) return "fraction";
  return present.every((cell) => BOOL.test(cell)) ? "bool" : "text";
}

function wholeKind(wholes: readonly bigint[], isFull: boolean): Kind {
  if (wholes.every((value) => value <= INT64.max)) return isFull ? "whole" : "fraction";
  return isFull && wholes.every((value) => value >= 0n) ? "bigWhole" : "rawText";
}

function printed(cell: string, kind: Kind): string {
  if (kind === "rawText") return cell;
  if (isMissing(cell)) return "nan";
  if (kind === "text") return cell;
  if (kind === "bool") return /^t/i.test(cell) ? "True" : "False";
  if (kind === "whole" || kind === "bigWhole") return String(BigInt(cell.trim()));
  return floatRepr(pandasFloat(cell) ?? Number.NaN);
}
