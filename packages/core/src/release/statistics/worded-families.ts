import { type InferredCell, type InferredColumn, inferTable, type TableFamily } from "../../inference/infer-table.ts";
import { SAMPLING } from "../../inference/sampling.ts";
import { cellKey, columnKey, isAverage, isRanking } from "./column-scores.ts";
import type { Inferred } from "./inferred-columns.ts";
import type { Leaderboard, Table } from "../leaderboard/leaderboard.ts";
import { categoriesOf } from "./point-estimates.ts";

/** The rows of a table whose prompts have one wording: only they are compared. */
export interface WordedFamily {
  readonly wording: string | undefined;
  /** positions in the table */
  readonly rows: readonly number[];
  readonly columns: readonly number[];
  readonly cells: readonly (readonly InferredCell[])[];
  /** one per column */
  readonly inferred: readonly InferredColumn[];
  readonly family: TableFamily | { readonly undefinedBecause: string };
}

export function familiesOf(
  leaderboard: Leaderboard,
  table: Table,
  known: ReadonlyMap<string, Inferred>,
): WordedFamily[] {
  const ranking = table.columns.flatMap((column, place) =>
    isRanking(leaderboard, table.group, column, place) ? [{ column, place }] : [],
  );
  const categories = categoriesOf(leaderboard);
  const kinds = Map.groupBy(table.rows.keys(), (row) => table.rows[row]?.wording);
  return [...kinds].map(([wording, rows]) => {
    const cells = rows.map((row) =>
      ranking.map(({ column, place }): InferredCell => {
        const cell = table.rows[row]?.cells[place];
        const inferred = cell === undefined ? undefined : known.get(columnKey(column))?.cells.get(cellKey(cell));
        return inferred ?? { value: undefined, model: undefined };
      }),
    );
    const inferred = ranking.flatMap(({ column }) => known.get(columnKey(column)) ?? []);
    const family = inferTable(
      {
        columns: inferred,
        categories: ranking.map(({ column }) => categories.get(column.group) ?? ""),
        cells,
        isAverage: isAverage(leaderboard, table.group),
      },
      SAMPLING,
    );
    return { wording, rows, columns: ranking.map(({ place }) => place), cells, inferred, family };
  });
}
