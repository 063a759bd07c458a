import { FHIR_BASE } from "@medhelm/core/agents/fhir-server";
import { jsonOrUndefined } from "@medhelm/core/text/json-or-undefined";
import { z } from "zod";
import { type PageOf, queryOf } from "./page-of.ts";

const List = z.looseObject({
  resourceType: z.literal("Bundle"),
  link: z.array(z.looseObject({ relation: z.string(), url: z.string() })),
});
type Link = z.infer<typeof List>["link"][number];

const linksOf = (text: string): readonly Link[] => List.safeParse(jsonOrUndefined(text)).data?.link ?? [];

/** The address of the next page, as the server gave it. */
export const nextLink = (text: string): string | undefined =>
  linksOf(text).find(({ relation }) => relation === "next")?.url;

/** The list with links that name pages by their search and number. All other bytes stay. */
export function stableLinks(text: string, search: string, page: number): string {
  const targets = new Map<string, string>();
  for (const { relation, url } of linksOf(text)) {
    const target = pageAt(relation, page);
    // The next page may also be the last one, and its number says more.
    if (target === undefined || (target === "last" && targets.has(url))) continue;
    targets.set(url, FHIR_BASE + queryOf({ search, page: target }));
  }
  if (targets.size === 0) return text;
  return text.replaceAll(URL_FIELD, (field, name: string, literal: string) => {
    const target = targets.get(String(JSON.parse(literal)));
    return target === undefined ? field : name + JSON.stringify(target);
  });
}

const URL_FIELD = /("url"\s*:\s*)("(?:[^"\\]|\\.)*")/g;

/** The first page's own address is the search, which the server repeats in its own form. */
function pageAt(relation: string, page: number): PageOf["page"] | undefined {
  if (relation === "self") return page === 1 ? undefined : page;
  if (relation === "next") return page + 1;
  if (relation === "previous" || relation === "prev") return Math.max(1, page - 1);
  if (relation === "first") return 1;
  return relation === "last" ? "last" : undefined;
}
