import type { ObjectStore } from "@medhelm/core/ports";
import { StoredRelease } from "@medhelm/core/release/release-request";
import { keys } from "@medhelm/core/store/object-keys";
import { getIfReadable } from "@medhelm/core/store/objects";
import { updateJson } from "@medhelm/core/store/update-json";
import { CONCURRENT_READS, mapBounded } from "../../concurrency/map-bounded.ts";
import { listKeys } from "../list-keys.ts";
import { latestSite, SitePointer } from "./pointer.ts";
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

async function newestSite(objects: ObjectStore, except: string): Promise<string | undefined> {
  const requests = await mapBounded(await listKeys(objects, keys.releaseRequests()), CONCURRENT_READS, async (key) => {
    const stored = await getIfReadable(objects, key, StoredRelease);
    const name = stored?.request.name ?? except;
    // on AWS a release that is not for publication has no pages; the embedded stack has pages of each release
    const isShown = name !== except && (await objects.head(keys.siteFile(name, "index.html"))) !== undefined;
    return isShown && stored !== undefined ? [{ name, createdAt: stored.createdAt }] : [];
  });
  return requests.flat().toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1))[0]?.name;
}
