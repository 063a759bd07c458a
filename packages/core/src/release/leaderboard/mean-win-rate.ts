import { meanIfAny } from "../../statistics/mean.ts";
import { UserError } from "../../user-error.ts";

export interface ScoreColumn {
  /** null if the column does not rank models */
  readonly lowerIsBetter: boolean | null;
  /** one per row; null if the row has no value */
  readonly values: readonly (number | null)[];
}

export interface WinRate {
  /** share of the other rows that this row beats, from 0 to 1, averaged over columns; null without a comparable column */
  readonly rate: number | null;
  /** number of columns behind the rate */
  readonly columns: number;
}

/**
 * Computes the mean win rate of each row (helm/benchmark/presentation/summarize.py: compute_aggregate_row_win_rates). In a
 * column with n >= 2 values, a row's win rate is (worse rows + half of the tied rows) / (n - 1). Ties are equal floats.
 * HELM: a column counts only for rows with a value in it, so sparse rows are compared on their own columns.
 * @param kinds one per row: only rows of one kind are compared, such as those whose prompts have one wording. Absent: all rows
 */
export function winRates(columns: readonly ScoreColumn[], rowCount: number, kinds: readonly string[] = []): WinRate[] {
  const perRow: number[][] = Array.from({ length: rowCount }, () => []);
  for (const rows of Map.groupBy(perRow.keys(), (row) => kinds[row]).values())
    for (const { lowerIsBetter, values } of columns) {
      if (lowerIsBetter === null) continue;
      const present = rows.flatMap((row) => values[row] ?? []);
      if (present.length < 2) continue;
      const places = placesOf(present, lowerIsBetter);
      for (const row of rows) {
        const value = values[row] ?? null;
        const place = value === null ? undefined : places.get(value);
        if (place !== undefined) perRow[row]?.push((place.worse + (place.equal - 1) / 2) / (present.length - 1));
      }
    }
  return perRow.map((rates) => ({ rate: meanIfAny(rates) ?? null, columns: rates.length }));
}

/** For each distinct value: the number of worse values, and of equal ones with itself. */
function placesOf(
  values: readonly number[],
  lowerIsBetter: boolean,
): ReadonlyMap<number, { readonly worse: number; readonly equal: number }> {
  const worstFirst = values.toSorted((a, b) => (lowerIsBetter ? b - a : a - b));
  const places = new Map<number, { worse: number; equal: number }>();
  for (const [index, value] of worstFirst.entries()) {
    const place = places.get(value);
    if (place === undefined) places.set(value, { worse: index, equal: 1 });
    else place.equal += 1;
  }
  return places;
}

/**
 * Computes the mean of each row's values (compute_aggregate_row_means).
 * @throws UserError if the columns have different directions
 */
export function meanScores(columns: readonly ScoreColumn[], rowCount: number): (number | null)[] {
  if (new Set(columns.map((column) => column.lowerIsBetter)).size !== 1) {
    throw new UserError(
      "a mean score needs columns with the same direction; remove mean from the metric group's aggregation_strategies, or give all its metrics the same lower_is_better",
    );
  }
  return Array.from(
    { length: rowCount },
    (_, row) =>
      meanIfAny(columns.map((column) => column.values[row] ?? null).filter((value) => value !== null)) ?? null,
  );
}
