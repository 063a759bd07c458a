import type { ObjectStore } from "@medhelm/core/ports";
import { keys } from "@medhelm/core/store/object-keys";
import { updateJson } from "@medhelm/core/store/update-json";
import { newestSite } from "./newest-site.ts";
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
