import type { APIRoute } from "astro";
import { compareData } from "../../compare/compare-data.ts";
import { site } from "../../release/site.ts";

export const GET: APIRoute = () => new Response(`${JSON.stringify(compareData(site()))}\n`);
