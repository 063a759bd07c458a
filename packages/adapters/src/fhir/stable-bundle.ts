import { jsonOrUndefined } from "@medhelm/core/text/json-or-undefined";
import { z } from "zod";

const SearchSet = z.looseObject({
  resourceType: z.literal("Bundle"),
  type: z.literal("searchset"),
  id: z.string().optional(),
  meta: z.looseObject({ lastUpdated: z.string().optional() }).optional(),
});

/**
 * A server may give each list of search results a random id and the time of the search. Without them the same records read the same, so that a resumed
 * run asks the model nothing again. All other bytes stay, such as the decimals of a number.
 */
export function stableBundle(text: string): string {
  const found = SearchSet.safeParse(jsonOrUndefined(text)).data;
  if (found === undefined) return text;
  return without(without(text, "id", found.id), "lastUpdated", found.meta?.lastUpdated);
}

/** The text without its first field of this name and value, and without one comma next to it. */
function without(text: string, name: string, value: string | undefined): string {
  if (value === undefined) return text;
  const field = String.raw`"${name}"\s*:\s*${JSON.stringify(value).replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)}`;
  return text.replace(new RegExp(String.raw`${field}\s*,\s*|,?\s*${field}`), "");
}
