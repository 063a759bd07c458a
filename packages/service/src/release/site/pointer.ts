import { keys } from "@medhelm/core/store/object-keys";
import { getIfReadable, getJson } from "@medhelm/core/store/objects";
import { updateJson } from "@medhelm/core/store/update-json";
import type { ObjectStore } from "@medhelm/core/ports";
import { StoredRelease } from "@medhelm/core/release/release-request";
import { z } from "zod";

/** site/latest.json: the release that the front page shows. It is written last, so it never points to an incomplete site. */
export const SitePointer = z.object({ formatVersion: z.literal(1), release: z.string() });

/** Points the front page to a release, unless it shows a later one. Building an old site again must not bring it back. */
export async function switchPointer(objects: ObjectStore, release: string): Promise<void> {
  await updateJson(objects, keys.sitePointer(), SitePointer, async (pointer) => {
    const shown = pointer?.release;
    if (shown === release || (shown !== undefined && (await isLater(objects, shown, release)))) return undefined;
    return { formatVersion: 1 as const, release };
  });
}

/** The release that the front page shows, if any. */
export async function latestSite(objects: ObjectStore): Promise<string | undefined> {
  return (await getJson(objects, keys.sitePointer(), SitePointer))?.release;
}

/** Whether the request for `shown` is later than that for `release`. False if one of them was not requested over the API, or cannot be read. */
async function isLater(objects: ObjectStore, shown: string, release: string): Promise<boolean> {
  const [theirs, ours] = await Promise.all(
    [shown, release].map((name) => getIfReadable(objects, keys.releaseRequest(name), StoredRelease)),
  );
  return theirs !== undefined && ours !== undefined && theirs.createdAt > ours.createdAt;
}
