export interface RankedSet {
  /** positions of the rows that are ranked, in order */
  readonly rows: readonly number[];
  /** positions of the columns that all of these rows have */
  readonly columns: readonly number[];
}

/**
 * Chooses the rows and columns of a ranking, because an average is compared only over the same columns for all rows. Rows with the fewest columns leave first,
 * until the complete rectangle has the most cells; of equal rectangles the one with more rows is taken.
 * @param rows positions of the rows that may be ranked
 * @param isPresent whether the row has a comparable value in the column
 */
export function rankedSet(
  rows: readonly number[],
  columns: number,
  isPresent: (row: number, column: number) => boolean,
): RankedSet {
  const all = [...Array(columns).keys()];
  const counts = new Map(rows.map((row) => [row, all.filter((column) => isPresent(row, column)).length]));
  const fullFirst = rows.toSorted((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0) || a - b);
  let best: RankedSet = { rows: [], columns: [] };
  let common = all;
  for (const [index, row] of fullFirst.entries()) {
    common = common.filter((column) => isPresent(row, column));
    const cells = (index + 1) * common.length;
    if (cells > 0 && cells >= best.rows.length * best.columns.length)
      best = { rows: fullFirst.slice(0, index + 1), columns: common };
  }
  return { ...best, rows: best.rows.toSorted((a, b) => a - b) };
}
