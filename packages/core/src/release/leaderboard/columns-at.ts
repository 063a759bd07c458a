import type { Table } from "./leaderboard.ts";
import { winRates } from "./mean-win-rate.ts";

type Row = Table["rows"][number];

/** A table, or one whose rows have no win rates yet. */
interface Scored<R> {
  readonly columns: Table["columns"];
  readonly rows: readonly R[];
}

/** The columns of a table at these places, and its rows with the cells and the win rates of these columns alone. */
export function columnsAt<R extends Pick<Row, "cells" | "wording">>(
  { columns: all, rows: whole }: Scored<R>,
  places: readonly number[],
) {
  const columns = places.flatMap((place) => all[place] ?? []);
  const rows = whole.map((row) => ({ ...row, cells: places.flatMap((place) => row.cells[place] ?? []) }));
  const rates = winRates(
    columns.map(({ lowerIsBetter }, place) => ({
      lowerIsBetter,
      values: rows.map(({ cells }) => cells[place]?.value ?? null),
    })),
    rows.length,
    rows.map(({ wording }) => wording ?? ""),
  );
  return {
    columns,
    rows: rows.map((row, position) => ({
      ...row,
      meanWinRate: rates[position]?.rate ?? null,
      winRateColumns: rates[position]?.columns ?? 0,
    })),
  };
}
