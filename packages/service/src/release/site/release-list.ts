import { createWriteStream } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ObjectStore } from "@medhelm/core/ports";
import { byDate, ListedRelease, ReleaseList } from "@medhelm/core/release/release-list";
import { keys } from "@medhelm/core/store/object-keys";
import { getJson } from "@medhelm/core/store/objects";
import { openRelease } from "@medhelm/core/store/release-files";
import { updateJson } from "@medhelm/core/store/update-json";
import { z } from "zod";
import type { SiteBuild } from "./build-site.ts";

const Marker = z.object({ listed: ListedRelease.exactOptional() });
const Dated = z.object({ name: z.string(), date: z.string() });

/**
 * Writes the releases that the service shows into `folder`, with the leaderboard of the newest one before this release, for the build of a site.
 * @param releaseDir has the leaderboard.json of the release
 */
export async function writeKnownReleases(
  objects: ObjectStore,
  releaseDir: string,
  folder: string,
): Promise<Pick<SiteBuild, "releases" | "previous">> {
  const list = await getJson(objects, keys.siteReleases(), ReleaseList);
  if (list === undefined) return {};
  const releases = join(folder, "releases.json");
  await writeFile(releases, JSON.stringify(list));
  const own = Dated.safeParse(JSON.parse(await readFile(join(releaseDir, "leaderboard.json"), "utf8"))).data;
  const before = own && list.releases.find((line) => line.name !== own.name && byDate(line, own) > 0);
  const key = before && (await openRelease(objects, before.name)).keyOf("leaderboard.json");
  if (key === undefined || (await objects.head(key)) === undefined) return { releases };
  const previous = join(folder, "previous.json");
  await pipeline(Readable.from(objects.stream(key)), createWriteStream(previous));
  return { releases, previous };
}

/** Adds the release of a built site to the list that every site of the service shows. */
export async function listRelease(objects: ObjectStore, siteDir: string): Promise<void> {
  const text = await readFile(join(siteDir, "medhelm-site.json"), "utf8").catch(() => "{}");
  const { listed } = Marker.parse(JSON.parse(text));
  if (listed === undefined) return;
  await updateJson(objects, keys.siteReleases(), ReleaseList, (stored) => {
    const others = (stored?.releases ?? []).filter(({ name }) => name !== listed.name);
    return changed(stored, [listed, ...others].toSorted(byDate));
  });
}

/** Removes a release that is withdrawn. */
export async function unlistRelease(objects: ObjectStore, release: string): Promise<void> {
  if ((await objects.head(keys.siteReleases())) === undefined) return;
  await updateJson(objects, keys.siteReleases(), ReleaseList, (stored) =>
    changed(
      stored,
      (stored?.releases ?? []).filter(({ name }) => name !== release),
    ),
  );
}

/** Undefined if the stored list is the same. */
function changed(stored: ReleaseList | undefined, releases: ListedRelease[]): ReleaseList | undefined {
  return JSON.stringify(stored?.releases) === JSON.stringify(releases) ? undefined : { formatVersion: 1, releases };
}
