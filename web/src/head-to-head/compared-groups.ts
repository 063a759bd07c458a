import type { Site } from "../release/site.ts";
import { pairsViews } from "./pairs-view.ts";

/** A category or subcategory with a page of its pairs. */
export interface ComparedGroup {
  readonly group: string;
  readonly name: string;
  readonly slug: string;
  readonly href: string;
  readonly finding: string;
}

/** The categories and subcategories of several benchmarks, each with the finding of its first table. */
export function comparedGroups(site: Site): ComparedGroup[] {
  const { categories, subcategories, table, groupSlug, link } = site;
  return [...categories, ...subcategories].flatMap(({ name, displayName }) => {
    const shown = table(name);
    const [view] = shown === undefined || shown.columns.length < 2 ? [] : pairsViews(site, shown);
    if (view === undefined || view.rows.length < 2) return [];
    const slug = groupSlug(name);
    return [
      { group: name, name: displayName, slug, href: `${link.page("head-to-head")}${slug}/`, finding: view.finding },
    ];
  });
}
