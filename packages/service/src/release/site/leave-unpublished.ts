import { keys } from "@medhelm/core/store/object-keys";
import { putJson } from "@medhelm/core/store/objects";
import { refreshRelease, type ReleaseIndexPorts } from "../../index/releases.ts";

/** Ends the site job of a release that is not for publication: it gets no site, because everybody may read sites. */
export async function leaveUnpublished(ports: ReleaseIndexPorts, release: string): Promise<void> {
  await putJson(ports.objects, keys.sitePublished(release), { formatVersion: 1, published: false });
  await refreshRelease(ports, release);
}
