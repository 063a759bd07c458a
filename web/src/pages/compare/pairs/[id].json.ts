import type { APIRoute, GetStaticPaths } from "astro";
import { comparePairs } from "../../../compare/compare-data.ts";
import { comparedRows } from "../../../compare/row-ids.ts";
import { noteRead } from "../../../release/page-reads.ts";
import { site } from "../../../release/site.ts";

export const getStaticPaths = (() =>
  comparedRows(site()).map(({ id }) => ({ params: { id }, props: { id } }))) satisfies GetStaticPaths;

let made: ReturnType<typeof comparePairs> | undefined;

/** All files are made at once, so each depends on the whole release. */
export const GET: APIRoute<{ id: string }> = ({ props }) => {
  noteRead("whole");
  made ??= comparePairs(site());
  return new Response(`${JSON.stringify(made.get(props.id))}\n`);
};
