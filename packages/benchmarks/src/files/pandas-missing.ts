/** The cells that pandas reads as missing by default (pandas/_libs/parsers.pyx, STR_NA_VALUES). */
const MISSING: ReadonlySet<string> = new Set([
  "",
  "#N/A",
  "#N/A N/A",
  "#NA",
  "-1.#IND",
  "-1.#QNAN",
  "-NaN",
  "-nan",
  "1.#IND",
  "1.#QNAN",
  "<NA>",
  "N/A",
  "NA",
  "NULL",
  "NaN",
  "None",
  "n/a",
  "nan",
  "null",
]);

/** Says whether HELM's loaders read this cell as missing. A cell of spaces is not missing. */
export const isMissing = (cell: string): boolean => MISSING.has(cell);

const WHOLE = /^[ ]*[+-]?\d+[ ]*$/;
const FRACTION = /^[ ]*[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?[ ]*$/;

/**
 * Returns a column's cells as Python prints what pandas reads. Missing cells are "nan". If all others are numbers, they are
 * numbers, and one missing cell makes whole numbers fractions (3 -> "3.0").
 */
export function asPandasPrints(cells: readonly string[]): string[] {
  const present = cells.filter((cell) => !isMissing(cell));
  const areWhole = present.every((cell) => WHOLE.test(cell));
  if (present.length === 0 || !present.every((cell) => WHOLE.test(cell) || FRACTION.test(cell)))
    return cells.map((cell) => (isMissing(cell) ? "nan" : cell));
  const isInteger = areWhole && present.length === cells.length;
  return cells.map((cell) => {
    if (isMissing(cell)) return "nan";
    const number = Number(cell);
    return isInteger || !Number.isInteger(number) ? String(number) : number.toFixed(1);
  });
}
