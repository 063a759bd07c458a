import type { APIRoute } from "astro";
import { viewCells, viewPaths } from "../../../home/view-paths.ts";

export const getStaticPaths = () => viewPaths("profiles");
export const GET: APIRoute<{ path: string }> = ({ props }) => new Response(viewCells(props.path));
