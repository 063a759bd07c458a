import type { Table } from "@medhelm/core/release/leaderboard/leaderboard";

/** [value, low, high, scored, instances] of a cell; null where it is unknown */
export type CellRecord = readonly [
  value: number | null,
  low: number | null,
  high: number | null,
  scored: number | null,
  instances: number,
];

/** The numbers behind the cells of a table: rows x columns, null for a cell without a run. */
export const cellRecords = ({ rows }: Pick<Table, "rows">): (CellRecord | null)[][] =>
  rows.map(({ cells }) =>
    cells.map(({ value, runs, interval, scored, instances }) => {
      if (runs.length === 0) return null;
      const known = interval !== undefined && "low" in interval ? interval : undefined;
      return [round(value), round(known?.low ?? null), round(known?.high ?? null), scored ?? null, instances];
    }),
  );

/** Four decimals: more than any interval here supports. */
const round = (value: number | null): number | null => (value === null ? null : Number(value.toFixed(4)));
