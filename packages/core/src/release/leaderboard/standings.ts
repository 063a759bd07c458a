import type { Leaderboard } from "./leaderboard.ts";
import { rootTable } from "./root-table.ts";
import { averageOf, rankSetOf } from "../exports/shown-statistics.ts";

/** A row of the root table in a few numbers. */
export interface Standing {
  readonly modelDeployment: string;
  /** absent if all rows have the same prompts */
  readonly wording?: string;
  /** the ranks that remain possible; absent for a row that is not ranked */
  readonly ranks?: readonly [number, number];
  /** the macro average of scores from 0 to 1; absent without one */
  readonly average?: number;
  readonly meanWinRate: number | null;
  /** number of columns of the root table with a value */
  readonly benchmarks: number;
  readonly columns: number;
}

/** The rows of the root table, the best average first. Empty without a root table. */
export function standings(leaderboard: Pick<Leaderboard, "tables" | "rootGroup">): Standing[] {
  const table = rootTable(leaderboard);
  if (table === undefined) return [];
  return table.rows
    .map((row): Standing => {
      const { modelDeployment, wording, meanWinRate, cells } = row;
      const [ranks, average] = [rankSetOf(table, row)?.ranks, averageOf(row.macroAverage)];
      return {
        modelDeployment,
        ...(wording === undefined ? {} : { wording }),
        ...(ranks === undefined ? {} : { ranks }),
        ...(average === undefined ? {} : { average }),
        meanWinRate,
        benchmarks: cells.filter(({ value }) => value !== null).length,
        columns: cells.length,
      };
    })
    .toSorted((a, b) => (b.average ?? -1) - (a.average ?? -1) || (b.meanWinRate ?? -1) - (a.meanWinRate ?? -1));
}
