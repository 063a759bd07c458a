import type { Table } from "@medhelm/core/release/leaderboard/leaderboard";
import { site } from "../release/site.ts";

/** The addresses of the files of all tables. */
export const tablePaths = () => {
  const { leaderboard, groupSlug } = site();
  return leaderboard.tables.map(({ group }) => ({ params: { table: groupSlug(group) }, props: { group } }));
};

/** @throws Error for a group without a table */
export function tableOf(group: string): Table {
  const table = site().table(group);
  if (table === undefined) throw new Error(`The release has no table for the group ${group}.`);
  return table;
}
