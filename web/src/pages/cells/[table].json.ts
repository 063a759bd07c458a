import type { APIRoute, GetStaticPaths } from "astro";
import { cellRecords } from "../../home/cell-records.ts";
import { site } from "../../release/site.ts";

/** The numbers that the heat table shows when a reader presses a cell. It is a separate file, because most readers press none. */
export const getStaticPaths = (() => {
  const { leaderboard, categories, subcategories, groupSlug } = site();
  const shown = new Set([leaderboard.rootGroup, ...[...categories, ...subcategories].map(({ name }) => name)]);
  return leaderboard.tables
    .filter(({ group }) => shown.has(group))
    .map(({ group }) => ({ params: { table: groupSlug(group) }, props: { group } }));
}) satisfies GetStaticPaths;

export const GET: APIRoute<{ group: string }> = ({ props }) => {
  const table = site().table(props.group);
  if (table === undefined) throw new Error(`The release has no table for the group ${props.group}.`);
  return new Response(`${JSON.stringify(cellRecords(table))}\n`);
};
