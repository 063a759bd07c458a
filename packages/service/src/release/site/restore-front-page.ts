import type { ObjectStore } from "@medhelm/core/ports";
import { newestSite } from "./newest-site.ts";
import { latestSite, switchPointer } from "./pointer.ts";
import { putFrontPage } from "./publish.ts";

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
