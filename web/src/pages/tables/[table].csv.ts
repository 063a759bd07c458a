import type { APIRoute, GetStaticPaths } from "astro";
import { site } from "../../release/site.ts";
import { tableCsv } from "@medhelm/core/release/table-csv";

export const getStaticPaths = (() => {
  const { leaderboard, groupSlug } = site();
  return leaderboard.tables.map(({ group }) => ({ params: { table: groupSlug(group) }, props: { group } }));
}) satisfies GetStaticPaths;

export const GET: APIRoute<{ group: string }> = ({ props }) => {
  const table = site().table(props.group);
  if (table === undefined) throw new Error(`The release has no table for the group ${props.group}.`);
  return new Response(tableCsv(table, site().leaderboard.profile));
};
