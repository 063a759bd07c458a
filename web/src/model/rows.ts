import type { Table } from "@medhelm/core/release/leaderboard/leaderboard";
import type { Site } from "../release/site.ts";

export type Row = Table["rows"][number];

/** The row of a model with the most values in the front page's table: it may have one for each deployment and wording. */
export function mainRow(site: Site, model: string): Row | undefined {
  const rows = (site.table(site.leaderboard.rootGroup)?.rows ?? []).filter((row) => row.model === model);
  const filled = ({ cells }: Row) => cells.filter(({ value }) => value !== null).length;
  return rows.toSorted((a, b) => filled(b) - filled(a))[0];
}

/** The row of another table with the same deployment and wording; tables of one wording do not name it. */
export const sameRow = (table: Table | undefined, row: Row): Row | undefined =>
  table?.rows.find(
    (other) =>
      other.model === row.model &&
      other.modelDeployment === row.modelDeployment &&
      (other.wording === undefined || row.wording === undefined || other.wording === row.wording),
  );

/** The rows that compare with it: those with prompts of the same wording. Baselines compare only with a baseline. */
export const comparable = (site: Site, table: Table, row: Row): Row[] =>
  table.rows.filter(
    (other) => (!site.isBaseline(other.model) || site.isBaseline(row.model)) && other.wording === row.wording,
  );
