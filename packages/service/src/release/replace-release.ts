import { listFolders } from "@medhelm/core/store/list-folders";
import { keys } from "@medhelm/core/store/object-keys";
import { getJson } from "@medhelm/core/store/objects";
import type { ObjectStore } from "@medhelm/core/ports";
import { ReleaseRecord } from "@medhelm/core/release/release-record";
import { UserError } from "@medhelm/core/user-error";
import { mapBounded } from "../concurrency/map-bounded.ts";
import { listKeys } from "./list-keys.ts";
import type { ReleasePorts } from "./ports.ts";

const CONCURRENCY = 32;

/** @throws UserError if a published release has that name, because it never changes */
export async function refusePublished(objects: ObjectStore, release: string): Promise<void> {
  const record = await getJson(objects, keys.releaseFile(release, "release.json"), ReleaseRecord);
  if (record?.published === true) {
    throw new UserError(`the release ${release} is published and never changes; choose another name`);
  }
}

/** Readers need leaderboard.json, and release.json marks a complete release, so both are written last. */
export const LAST_FILES = ["leaderboard.json", "release.json"];

/**
 * Puts the staged release in place. An existing release moves to releases/.previous/<R>/<n>/, whose prefix is returned.
 * With movePrefix this takes two renames. Without it, the objects are copied one by one and release.json is the last, so a
 * release without release.json is incomplete.
 * @throws UserError if a published release has that name
 */
export async function replaceRelease(
  ports: ReleasePorts,
  staged: string,
  release: string,
): Promise<string | undefined> {
  const { objects } = ports;
  const target = keys.release(release);
  // Checked again, because another release may have been published during the build.
  await refusePublished(objects, release);
  const old = await listKeys(objects, target);
  const previous = old.length === 0 ? undefined : await nextPrevious(objects, release);
  if (ports.movePrefix !== undefined) {
    if (previous !== undefined) await ports.movePrefix(target, previous);
    await ports.movePrefix(staged, target);
    return previous;
  }
  if (previous !== undefined) {
    await mapBounded(old, CONCURRENCY, (key) => objects.copy(key, previous + key.slice(target.length)));
    await objects.delete(`${target}release.json`);
  }
  const newPaths = (await listKeys(objects, staged)).map((key) => key.slice(staged.length));
  const body = newPaths.filter((path) => !LAST_FILES.includes(path));
  await mapBounded(body, CONCURRENCY, (path) => objects.copy(staged + path, target + path));
  for (const path of LAST_FILES) await objects.copy(staged + path, target + path);
  const kept = new Set(newPaths);
  const stale = old.filter((key) => !kept.has(key.slice(target.length)));
  await mapBounded(stale, CONCURRENCY, (key) => objects.delete(key));
  await mapBounded(newPaths, CONCURRENCY, (path) => objects.delete(staged + path));
  return previous;
}

async function nextPrevious(objects: ObjectStore, release: string): Promise<string> {
  const folder = keys.previousReleases(release);
  const numbers = (await listFolders(objects, folder)).map(Number).filter(Number.isInteger);
  return `${folder}${Math.max(0, ...numbers) + 1}/`;
}
