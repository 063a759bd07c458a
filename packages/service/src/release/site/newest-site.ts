import type { ObjectStore } from "@medhelm/core/ports";
import { StoredRelease } from "@medhelm/core/release/release-request";
import { keys } from "@medhelm/core/store/object-keys";
import { getIfReadable } from "@medhelm/core/store/objects";
import { CONCURRENT_READS, mapBounded } from "../../concurrency/map-bounded.ts";
import { listKeys } from "../list-keys.ts";

/** The newest release whose site is complete. */
export async function newestSite(objects: ObjectStore, except?: string): Promise<string | undefined> {
  const requests = await mapBounded(await listKeys(objects, keys.releaseRequests()), CONCURRENT_READS, async (key) => {
    const stored = await getIfReadable(objects, key, StoredRelease);
    const name = stored?.request.name;
    if (stored === undefined || name === undefined || name === except) return [];
    // a release that is not for publication ends without pages, and a site in progress has no end yet
    const files = [keys.siteFile(name, "index.html"), keys.sitePublished(name)];
    const found = await Promise.all(files.map((file) => objects.head(file)));
    return found.includes(undefined) ? [] : [{ name, createdAt: stored.createdAt }];
  });
  return requests.flat().toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1))[0]?.name;
}
