import { keys } from "@medhelm/core/store/object-keys";
import { openRelease } from "@medhelm/core/store/release-files";
import type { ObjectStore } from "@medhelm/core/ports";
import { mapBounded } from "../concurrency/map-bounded.ts";
import { listKeys } from "./list-keys.ts";

const CONCURRENT_COPIES = 16;
const LAST = "leaderboard.json";

/**
 * Shows a requested release in `releases/<R>/`, where users and HELM's tools read it. It copies the files of the attempt that the record names, and
 * deletes all others. A repetition changes nothing, and completes what a killed process left.
 */
export async function showRelease(objects: ObjectStore, release: string): Promise<void> {
  for (let shown: string | undefined; ; ) {
    const folder = (await openRelease(objects, release)).record?.folder;
    if (folder === undefined || folder === shown) return;
    if (!(await isShown(objects, release, folder))) await copyFiles(objects, release, folder);
    shown = folder; // another process may have replaced the record meanwhile
  }
}

async function isShown(objects: ObjectStore, release: string, folder: string): Promise<boolean> {
  const [built, shown] = await Promise.all([
    objects.get(`${keys.releaseAttempt(release, folder)}${LAST}`),
    objects.get(keys.releaseFile(release, LAST)),
  ]);
  return built !== undefined && shown !== undefined && Buffer.compare(built.body, shown.body) === 0;
}

async function copyFiles(objects: ObjectStore, release: string, folder: string): Promise<void> {
  const [from, to] = [keys.releaseAttempt(release, folder), keys.release(release)];
  const before = await listKeys(objects, to);
  const files = (await listKeys(objects, from)).map((key) => key.slice(from.length));
  const copy = (file: string): Promise<void> => objects.copy(from + file, to + file);
  await mapBounded(
    files.filter((file) => file !== LAST),
    CONCURRENT_COPIES,
    copy,
  );
  const kept = new Set([...files, "release.json"]);
  const others = before.filter((key) => !kept.has(key.slice(to.length)));
  await mapBounded(others, CONCURRENT_COPIES, (key) => objects.delete(key));
  await copy(LAST);
}
