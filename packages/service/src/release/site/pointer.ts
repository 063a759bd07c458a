import { keys } from "@medhelm/core/store/object-keys";
import { getJson, putJson } from "@medhelm/core/store/objects";
import type { ObjectStore } from "@medhelm/core/ports";
import { StoredRelease } from "@medhelm/core/release/request";
import { z } from "zod";

/** site/latest.json: the release that the front door shows. Switched last, so that it never points to half a site. */
export const SitePointer = z.object({ formatVersion: z.literal(1), release: z.string() });

/** Left alone where it shows a release that was asked for later: a site that was built again must not turn the clock back. */
export async function switchPointer(objects: ObjectStore, release: string): Promise<void> {
  for (;;) {
    const there = await objects.head(keys.sitePointer());
    const shown = there === undefined ? undefined : await latestSite(objects);
    if (shown === release || (shown !== undefined && (await isLater(objects, shown, release)))) return;
    const condition = there === undefined ? ({ ifAbsent: true } as const) : { ifMatch: there.etag };
    const put = await putJson(objects, keys.sitePointer(), { formatVersion: 1, release }, condition);
    if (put.outcome === "written") return;
  }
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
