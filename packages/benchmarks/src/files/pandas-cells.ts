import { floatRepr } from "@medhelm/core/release/python-print";
import { isMissing } from "./pandas-missing.ts";
import { pandasFloat } from "./pandas-float.ts";

/** `bigWhole`: whole numbers above int64, which are uint64 to pandas; `rawText`: what it then leaves as it found it. */
type Kind = "whole" | "bigWhole" | "fraction" | "bool" | "text" | "rawText";

const WHOLE = /^[\t-\r ]*[+-]?\d+[\t-\r ]*$/;
const LEADING = /^[\t-\r ]*[+-]?\d+/;
const BOOL = /^(?:true|false)$/i;
const INT64 = { min: -(2n ** 63n), max: 2n ** 63n - 1n };
const UINT64_MAX = 2n ** 64n - 1n;

/**
 * The cells of a table as Python prints what pandas.read_csv makes of them, which is what HELM's prompts then hold (--helm-csv):
 * a column of whole numbers loses signs and leading zeros (001 -> 1), one gap makes it fractions (1 -> 1.0), missing marks print as
 * nan, a column of true and false prints True and False. HELM goes through the rows with iterrows(), which makes the whole
 * numbers of a row fractions too where every column holds numbers and one of them fractions.
 * @param columns each column's cells
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
  // HELM: pandas gives up on digits beyond uint64 even where a point follows
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
