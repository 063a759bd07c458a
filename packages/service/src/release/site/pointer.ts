import { keys } from "@medhelm/core/store/object-keys";
import { getJson } from "@medhelm/core/store/objects";
import { updateJson } from "@medhelm/core/store/update-json";
import type { ObjectStore } from "@medhelm/core/ports";
import { StoredRelease } from "@medhelm/core/release/request";
import { z } from "zod";

/** site/latest.json: the release that the front door shows. Switched last, so that it never points to half a site. */
export const SitePointer = z.object({ formatVersion: z.literal(1), release: z.string() });

/** Left alone where it shows a release that was asked for later: a site that was built again must not turn the clock back. */
export async function switchPointer(objects: ObjectStore, release: string): Promise<void> {
  await updateJson(objects, keys.sitePointer(), SitePointer, async (pointer) => {
    const shown = pointer?.release;
    if (shown === release || (shown !== undefined && (await isLater(objects, shown, release)))) return undefined;
    return { formatVersion: 1 as const, release };
  });
}

export async function latestSite(objects: ObjectStore): Promise<string | undefined> {
  return (await getJson(objects, keys.sitePointer(), SitePointer))?.release;
}

/** False where nobody asked over the API for one of them. */
async function isLater(objects: ObjectStore, shown: string, release: string): Promise<boolean> {
  const [theirs, ours] = await Promise.all(
    [shown, release].map((name) => getJson(objects, keys.releaseRequest(name), StoredRelease)),
  );
  return theirs !== undefined && ours !== undefined && theirs.createdAt > ours.createdAt;
}
