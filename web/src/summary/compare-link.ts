import { comparedRowOf, comparedRows } from "../compare/row-ids.ts";
import type { Row } from "../model/rows.ts";
import type { Site } from "../release/site.ts";
import { neighbours } from "./neighbours.ts";

/** The address that compares a model with the leader and its nearest neighbour; undefined without another model. */
export function compareLink(site: Site, row: Row | undefined): string | undefined {
  const others = neighbours(site, row);
  if (row === undefined || others.length === 0) return undefined;
  const compared = comparedRows(site);
  const ids = [row, ...others].flatMap((one) => comparedRowOf(site, compared, one)?.id ?? []);
  return ids.length < 2 ? undefined : `${site.link.page("compare")}?models=${ids.map(encodeURIComponent).join(",")}`;
}
