import { columnRange } from "@medhelm/core/release/leaderboard/column-range";
import type { Cell, Column, Table } from "@medhelm/core/release/leaderboard/leaderboard";
import type { Site } from "../release/site.ts";
import { mainColumn } from "../tables/main-column.ts";

type Row = Table["rows"][number];

/** One model on one benchmark. */
export interface Entry {
  readonly row: Row;
  readonly cell: Cell;
  readonly value: number;
  /** the 95 % interval of new questions; absent if the scores of instances are unknown */
  readonly interval?: { readonly low: number; readonly high: number };
  /** whether no other model is clearly better; absent if nothing tests it */
  readonly mayBeBest?: boolean;
}

export interface Bounds {
  readonly min: number;
  readonly max: number;
}

/** A benchmark's main metric with all models, the best first. */
export interface BenchmarkColumn {
  readonly name: string;
  readonly column: Column;
  /** absent: the metric has no bounds */
  readonly bounds?: Bounds;
  readonly lowerIsBetter: boolean;
  readonly isJudged: boolean;
  readonly entries: readonly Entry[];
  /** rows with runs, but without a value */
  readonly unscored: readonly Row[];
}

/** Undefined for a benchmark without runs. */
export function benchmarkColumn(site: Site, name: string): BenchmarkColumn | undefined {
  const table = site.table(name);
  if (table === undefined) return undefined;
  const place = mainColumn(table, site.group(name)?.benchmark?.mainMetric);
  const column = table.columns[place];
  if (column === undefined) return undefined;
  const cells = table.rows.flatMap((row) => {
    const cell = row.cells[place];
    return cell === undefined || cell.runs.length === 0 ? [] : [{ row, cell }];
  });
  const runs = cells.flatMap(({ cell }) => cell.runs.flatMap((slug) => site.run(slug) ?? []));
  const bounds = columnRange(
    runs,
    cells.flatMap(({ cell }) => cell.value ?? []),
  );
  const lowerIsBetter = column.lowerIsBetter === true;
  const sign = lowerIsBetter ? 1 : -1;
  return {
    name,
    column,
    ...(bounds === undefined ? {} : { bounds }),
    lowerIsBetter,
    isJudged: runs.some(({ judges }) => judges.length > 0) || (bounds?.min === 1 && bounds.max === 5),
    entries: cells
      .flatMap(({ row, cell }) => (cell.value === null ? [] : [entryOf(row, cell, cell.value)]))
      .toSorted((a, b) => sign * (a.value - b.value)),
    unscored: cells.flatMap(({ row, cell }) => (cell.value === null ? [row] : [])),
  };
}

function entryOf(row: Row, cell: Cell, value: number): Entry {
  const { interval } = cell;
  const answer = row.ranking !== undefined && "value" in row.ranking ? row.ranking.sameBenchmarks : undefined;
  return {
    row,
    cell,
    value,
    ...(interval !== undefined && "low" in interval ? { interval } : {}),
    ...(answer === undefined ? {} : { mayBeBest: answer.mayBeBest }),
  };
}

/** The value from 0 to 1, of which larger is better; undefined without bounds. */
export function unitValue({ bounds, lowerIsBetter }: BenchmarkColumn, value: number): number | undefined {
  if (bounds === undefined) return undefined;
  const share = (value - bounds.min) / (bounds.max - bounds.min);
  return lowerIsBetter ? 1 - share : share;
}
