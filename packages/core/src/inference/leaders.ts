import { type ScoreColumn, winRates } from "../release/leaderboard/mean-win-rate.ts";

export interface Leaders {
  /** the rows with the highest mean win rate; several if they are equal */
  readonly first: readonly number[];
  readonly meanWinRate: number;
}

/** Finds the first place by mean win rate. Undefined without a column that compares two rows. */
export function leadersOf(columns: readonly ScoreColumn[], rows: number): Leaders | undefined {
  const rates = winRates(columns, rows).map(({ rate }) => rate);
  const known = rates.filter((rate) => rate !== null);
  if (known.length === 0) return undefined;
  const meanWinRate = Math.max(...known);
  return { first: rates.flatMap((rate, row) => (rate === meanWinRate ? [row] : [])), meanWinRate };
}

/** The first place without one row, for each row. */
export function leadersWithoutRow(columns: readonly ScoreColumn[], rows: number): (Leaders | undefined)[] {
  return [...Array(rows).keys()].map((left) =>
    leadersOf(
      columns.map(({ lowerIsBetter, values }) => ({
        lowerIsBetter,
        values: values.map((value, row) => (row === left ? null : value)),
      })),
      rows,
    ),
  );
}

/** The first place without one column, for each column. */
export function leadersWithoutColumn(columns: readonly ScoreColumn[], rows: number): (Leaders | undefined)[] {
  return columns.map((_, left) =>
    leadersOf(
      columns.filter((_column, column) => column !== left),
      rows,
    ),
  );
}
