import type { APIRoute, GetStaticPaths } from "astro";
import { type ComparePairs, comparePairs } from "../../../compare/compare-data.ts";
import { site } from "../../../release/site.ts";

export const getStaticPaths = (() =>
  [...comparePairs(site())].map(([id, file]) => ({ params: { id }, props: { file } }))) satisfies GetStaticPaths;

export const GET: APIRoute<{ file: ComparePairs }> = ({ props }) => new Response(`${JSON.stringify(props.file)}\n`);
