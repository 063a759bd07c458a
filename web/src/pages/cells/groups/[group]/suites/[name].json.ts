import type { APIRoute } from "astro";
import { groupViewPaths, viewCells } from "../../../../../home/view-paths.ts";

export const getStaticPaths = () => groupViewPaths("suites");
export const GET: APIRoute<{ path: string }> = ({ props }) => new Response(viewCells(props.path));
