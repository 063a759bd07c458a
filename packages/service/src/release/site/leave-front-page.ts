import type { ObjectStore } from "@medhelm/core/ports";
import { StoredRelease } from "@medhelm/core/release/release-request";
import { keys } from "@medhelm/core/store/object-keys";
import { getIfReadable } from "@medhelm/core/store/objects";
import { updateJson } from "@medhelm/core/store/update-json";
import { CONCURRENT_READS, mapBounded } from "../../concurrency/map-bounded.ts";
import { listKeys } from "../list-keys.ts";
import { latestSite, SitePointer, switchPointer } from "./pointer.ts";
import { putFrontPage } from "./publish.ts";

/** Points the front page to the newest other release with a site, if it shows this one. Without another one there is no front page. */
export async function leaveFrontPage(objects: ObjectStore, release: string): Promise<void> {
  if ((await latestSite(objects)) === release) {
    const next = await newestSite(objects, release);
    if (next === undefined) await objects.delete(keys.sitePointer());
    else
      await updateJson(objects, keys.sitePointer(), SitePointer, (pointer) =>
        pointer?.release === release ? { formatVersion: 1 as const, release: next } : undefined,
      );
  }
  // also after an interrupted call, which has changed the pointer
  if ((await latestSite(objects)) === undefined) await objects.delete(keys.siteFrontPage());
  else await putFrontPage(objects);
}

/**
 * Points the front page to the newest release with a site, if the pointer was deleted.
 * @returns that release; undefined if there is nothing to restore
 */
export async function restoreFrontPage(objects: ObjectStore): Promise<string | undefined> {
  if ((await latestSite(objects)) !== undefined) return undefined;
  const release = await newestSite(objects);
  if (release === undefined) return undefined;
  await switchPointer(objects, release);
  await putFrontPage(objects);
  return release;
}

async function newestSite(objects: ObjectStore, except?: string): Promise<string | undefined> {
  const requests = await mapBounded(await listKeys(objects, keys.releaseRequests()), CONCURRENT_READS, async (key) => {
    const stored = await getIfReadable(objects, key, StoredRelease);
    const name = stored?.request.name;
    if (stored === undefined || name === undefined || name === except) return [];
    // on AWS a release that is not for publication ends without pages, and a site in progress has no end yet
    const files = [keys.siteFile(name, "index.html"), keys.sitePublished(name)];
    const found = await Promise.all(files.map((file) => objects.head(file)));
    return found.includes(undefined) ? [] : [{ name, createdAt: stored.createdAt }];
  });
  return requests.flat().toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1))[0]?.name;
}
