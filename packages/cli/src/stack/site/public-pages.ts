import { isObjectKey } from "@medhelm/adapters/objects/object-key";
import type { ObjectStore } from "@medhelm/core/ports";
import { isPublicPage } from "@medhelm/core/release/public-pages";
import { checkedRuns } from "@medhelm/core/store/checked-runs";
import { siteHeaders } from "@medhelm/service/release/site/site-headers";
import type { Handler } from "hono";
import { SECURITY_HEADERS } from "./static-files.ts";

/**
 * Serves the pages of sealed public generations at the address of their key. The rule is the same as that of the results bucket on AWS,
 * so no other file of a run has an address. A page that differs from its manifest is an error.
 */
export function publicPages(objects: ObjectStore): Handler {
  const checked = checkedRuns(objects);
  return async (c) => {
    const key = decoded(c.req.path.slice(1));
    const isAddress = key !== undefined && isObjectKey(key) && isPublicPage(key);
    const found = isAddress ? await checked.get(key) : undefined;
    if (key === undefined || found === undefined) return c.notFound();
    const { contentType = "application/json", cacheControl = "no-cache" } = siteHeaders(key) ?? {};
    return new Response(Buffer.from(found.body), {
      headers: { "Content-Type": contentType, "Cache-Control": cacheControl, ...SECURITY_HEADERS },
    });
  };
}

/** Undefined for an address with an invalid escape. */
function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}
