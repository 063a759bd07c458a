import type { APIRoute, GetStaticPaths } from "astro";
import { site } from "../../release/site.ts";

export const getStaticPaths = (() => {
  const { leaderboard, groupSlug } = site();
  return leaderboard.tables.map(({ group }) => ({ params: { table: groupSlug(group) }, props: { group } }));
}) satisfies GetStaticPaths;

export const GET: APIRoute<{ group: string }> = ({ props }) => {
  const { name, date, profile } = site().leaderboard;
  return new Response(
    `${JSON.stringify({ formatVersion: 1, release: name, date, profile, table: site().table(props.group) })}\n`,
  );
};
