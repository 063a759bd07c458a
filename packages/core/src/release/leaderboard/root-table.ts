import type { Leaderboard, Table } from "./leaderboard.ts";

/** The table of the whole release; undefined for a release without one. */
export const rootTable = ({ tables, rootGroup }: Pick<Leaderboard, "tables" | "rootGroup">): Table | undefined =>
  tables.find(({ group }) => group === rootGroup);
