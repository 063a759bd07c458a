import { ReleaseList } from "@medhelm/core/release/release-list";
import { StoredRelease } from "@medhelm/core/release/release-request";
import { keys } from "@medhelm/core/store/object-keys";
import { getIfReadable, putJson } from "@medhelm/core/store/objects";
import { refreshRelease, type ReleaseIndexPorts } from "../../index/releases.ts";
import { deleteBelow } from "../../withdraw/delete-below.ts";
import { leaveFrontPage } from "./leave-front-page.ts";
import { unlistRelease } from "./release-list.ts";

/** Ends the site job of a release that is not for publication: it gets no site, because everybody may read sites. */
export async function leaveUnpublished(ports: ReleaseIndexPorts, release: string): Promise<void> {
  await putJson(ports.objects, keys.sitePublished(release), { formatVersion: 1, published: false });
  await refreshRelease(ports, release);
}

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
