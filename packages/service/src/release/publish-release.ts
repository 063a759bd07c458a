import type { Clock, Index, ObjectStore } from "@medhelm/core/ports";
import { ReleaseRecord } from "@medhelm/core/release/release-record";
import { StoredRelease } from "@medhelm/core/release/release-request";
import { keys } from "@medhelm/core/store/object-keys";
import { getJson } from "@medhelm/core/store/objects";
import { updateJson } from "@medhelm/core/store/update-json";
import { z } from "zod";
import { announceRelease } from "../index/releases.ts";

interface Ports {
  readonly objects: ObjectStore;
  readonly index: Index;
  readonly clock: Pick<Clock, "nowMs">;
}

/** The end of a site job. published: false if the release was not for publication, so that it got no site. */
const SiteEnd = z.object({ published: z.boolean().default(true) });

/**
 * Publishes a finished release that was requested without `publish`: its files stay as they are, every owner sees it, and it gets a site. Every
 * step can be repeated; the caller then sends the message to the release queue. A publication that is cut off is continued by the sweep.
 */
export async function publishRelease({ objects, index, clock }: Ports, release: string): Promise<void> {
  await announceRelease(index, release, clock.nowMs());
  await updateJson(objects, keys.releaseRequest(release), StoredRelease, (stored) =>
    stored === undefined || stored.request.publish
      ? undefined
      : { ...stored, request: { ...stored.request, publish: true } },
  );
  await updateJson(objects, keys.releaseFile(release, "release.json"), ReleaseRecord, (record) =>
    record === undefined || record.published ? undefined : { ...record, published: true },
  );
  const end = await getJson(objects, keys.sitePublished(release), SiteEnd);
  if (end?.published === false) await objects.delete(keys.sitePublished(release));
}
