import { type ColumnItems, columnItems, type PartScores } from "../../inference/column-items.ts";
import type { ReplicateColumn } from "../../inference/replicate-column.ts";
import type { MainRange } from "../../run/spec/main-range.ts";
import { columnRange } from "../leaderboard/column-range.ts";
import type { Cell, Column, Leaderboard, LeaderboardRun } from "../leaderboard/leaderboard.ts";

/** The main metric of a benchmark with all of its cells in a release. A cell is in several tables, and its runs identify it. */
export interface ReleaseColumn {
  readonly column: Column;
  readonly cells: readonly ReleaseCell[];
}

interface ReleaseCell {
  readonly key: string;
  readonly cell: Cell;
  readonly deployment: string;
  readonly runs: readonly LeaderboardRun[];
}

export const cellKey = ({ runs }: Cell): string => runs.join("\n");
export const columnKey = ({ group, metric }: Column): string => JSON.stringify([group, metric]);

/** Whether the tables rank by this column: a benchmark's own table ranks by its first column. */
export const isRanking = (leaderboard: Leaderboard, group: string, { lowerIsBetter }: Column, place: number): boolean =>
  lowerIsBetter !== null && (place === 0 || isAverage(leaderboard, group));

/** Whether a group's table compares averages over benchmarks. */
export const isAverage = ({ groups }: Leaderboard, group: string): boolean =>
  groups.find(({ name }) => name === group)?.benchmark === undefined;

/** The columns that rank, each once. */
export function releaseColumns(leaderboard: Leaderboard): Map<string, ReleaseColumn> {
  const bySlug = new Map(leaderboard.runs.map((run) => [run.slug, run]));
  const found = new Map<string, { column: Column; cells: Map<string, ReleaseCell> }>();
  for (const { group, columns, rows } of leaderboard.tables)
    for (const [place, column] of columns.entries()) {
      if (!isRanking(leaderboard, group, column, place)) continue;
      const entry = found.get(columnKey(column)) ?? { column, cells: new Map<string, ReleaseCell>() };
      found.set(columnKey(column), entry);
      for (const { cells, modelDeployment: deployment } of rows) {
        const cell = cells[place];
        if (cell === undefined || cell.value === null) continue;
        const key = cellKey(cell);
        entry.cells.set(key, { key, cell, deployment, runs: cell.runs.flatMap((slug) => bySlug.get(slug) ?? []) });
      }
    }
  return new Map([...found].map(([key, { column, cells }]) => [key, { column, cells: [...cells.values()] }]));
}

/** The items of a column, with scores of which larger is better, from 0 to 1 if the range is known. */
export interface ScaledColumn {
  /** the scores of each cell's runs */
  readonly parts: readonly (readonly PartScores[] | undefined)[];
  readonly items: ColumnItems | undefined;
  readonly range: MainRange | undefined;
  readonly scale: (value: number) => number;
}

/** @param parts the scores of each cell's runs; undefined if they are unknown */
export function scaledColumn(
  { column: { lowerIsBetter }, cells }: ReleaseColumn,
  parts: readonly (readonly PartScores[] | undefined)[],
): ScaledColumn {
  const range = rangeOf(cells, parts);
  const toUnit = (value: number): number =>
    range === undefined ? value : (value - range.min) / (range.max - range.min);
  const scale = (value: number): number => {
    if (lowerIsBetter !== true) return toUnit(value);
    return range === undefined ? -value : 1 - toUnit(value);
  };
  const isScaled = lowerIsBetter !== true && (range === undefined || (range.min === 0 && range.max === 1));
  const scaled = isScaled ? parts : parts.map((own) => own?.map((part) => withScale(part, scale)));
  return { parts: scaled, items: columnItems(scaled), range, scale };
}

const withScale = (part: PartScores, scale: (value: number) => number): PartScores => ({
  ...part,
  items: part.items.map((item) => ({ ...item, value: item.value === null ? null : scale(item.value) })),
});

/** The possible scores of all cells and of their instances. */
function rangeOf(
  cells: readonly ReleaseCell[],
  parts: readonly (readonly PartScores[] | undefined)[],
): MainRange | undefined {
  const values = cells.flatMap(({ cell }) => cell.value ?? []);
  for (const own of parts)
    for (const { items } of own ?? []) for (const { value } of items) if (value !== null) values.push(value);
  return columnRange(
    cells.flatMap((cell) => cell.runs),
    values,
  );
}

/** The name of a run without its model: runs of two models with one such name are compared. */
export const partOf = (run: string): string => run.replaceAll(/([:,])(?:model|model_deployment)=[^,]*/g, "$1");

/** The input of the joint bootstrap. */
export const toReplicate = (
  name: string,
  { models, runs }: ColumnItems,
  sampling: { readonly seed: number; readonly replicates: number },
): ReplicateColumn => ({ ...sampling, name, models: models.length, runs });
