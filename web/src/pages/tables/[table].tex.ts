import type { APIRoute, GetStaticPaths } from "astro";
import { tableFile } from "../../downloads/table-files.ts";
import { tablePaths, tableOf } from "../../downloads/table-paths.ts";
import { site } from "../../release/site.ts";

export const getStaticPaths = (() => tablePaths()) satisfies GetStaticPaths;

export const GET: APIRoute<{ group: string }> = ({ props }) =>
  new Response(tableFile(tableOf(props.group), site().leaderboard, "tex"));
