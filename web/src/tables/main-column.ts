import type { Table } from "@medhelm/core/release/leaderboard/leaderboard";

/** The index of a benchmark's main metric among its table's columns; 0 if the table has no column for it. */
export function mainColumn(table: Pick<Table, "columns">, mainMetric: string | undefined): number {
  return Math.max(
    0,
    table.columns.findIndex(({ metric }) => metric === mainMetric),
  );
}
