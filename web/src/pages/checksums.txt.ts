import type { APIRoute } from "astro";
import { releaseFiles } from "../downloads/release-files.ts";
import { checksumLines } from "../downloads/table-files.ts";
import { site } from "../release/site.ts";

export const GET: APIRoute = () => new Response(checksumLines(releaseFiles(site())));
