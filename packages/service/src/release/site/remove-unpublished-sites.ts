import { ReleaseList } from "@medhelm/core/release/release-list";
import { StoredRelease } from "@medhelm/core/release/release-request";
import { keys } from "@medhelm/core/store/object-keys";
import { getIfReadable } from "@medhelm/core/store/objects";
import type { ReleaseIndexPorts } from "../../index/releases.ts";
import { deleteBelow } from "../../withdraw/delete-below.ts";
import { leaveFrontPage } from "./leave-front-page.ts";
import { leaveUnpublished } from "./leave-unpublished.ts";
import { unlistRelease } from "./release-list.ts";

/**
 * Removes the sites of releases that are not published. Earlier versions of the embedded stack made them. A call that is cut off is repeated by the
 * next one, because the list changes last.
 * @returns the names of these releases
 */
export async function removeUnpublishedSites(ports: ReleaseIndexPorts): Promise<string[]> {
  const { objects } = ports;
  const list = await getIfReadable(objects, keys.siteReleases(), ReleaseList);
  const removed: string[] = [];
  for (const { name } of list?.releases ?? []) {
    const stored = await getIfReadable(objects, keys.releaseRequest(name), StoredRelease);
    if (stored === undefined || stored.request.publish) continue;
    await deleteBelow(objects, [keys.site(name)], true, keys.sitePublished(name));
    await leaveUnpublished(ports, name);
    await leaveFrontPage(objects, name);
    await unlistRelease(objects, name);
    removed.push(name);
  }
  return removed;
}
