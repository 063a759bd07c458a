import type { Index, ObjectStore } from "@medhelm/core/ports";
import { StoredRelease } from "@medhelm/core/release/release-request";
import { keys } from "@medhelm/core/store/object-keys";
import { getIfReadable } from "@medhelm/core/store/objects";
import { UserError } from "@medhelm/core/user-error";
import { dropRelease, hasRelease } from "../index/releases.ts";
import { leaveFrontPage } from "../release/site/leave-front-page.ts";
import { unlistRelease } from "../release/site/release-list.ts";
import { deleteBelow } from "./delete-below.ts";
import { NothingLeft } from "./nothing-left.ts";

export interface WithdrawReleasePorts {
  readonly objects: ObjectStore;
  readonly index: Index;
}

/**
 * Deletes a release: its request, its lines in the index, its site and its files. The front page then shows the newest other
 * release. A second call continues an interrupted one. The runs of the release stay.
 * @param isConfirmed false: nothing is deleted
 * @returns the number of objects that it deleted, or found without confirmation
 * @throws UserError if there is no such release, or a job may work on it
 */
export async function withdrawRelease(
  { objects, index }: WithdrawReleasePorts,
  release: string,
  isConfirmed: boolean,
): Promise<number> {
  // no job works on a release whose request cannot be read
  const request = await getIfReadable(objects, keys.releaseRequest(release), StoredRelease);
  const isRequested = (await objects.head(keys.releaseRequest(release))) !== undefined;
  if (request !== undefined && !(await isMade(objects, release)))
    throw new UserError(`the release ${release} is being made; withdraw it when its status is published or failed`);
  const isListed = await hasRelease(index, release);
  let found = isConfirmed ? 0 : await deleteBelow(objects, prefixesOfRelease(release), false);
  let owner = request?.owner;
  // a release that is requested again meanwhile is withdrawn, too: its files are deleted, and nothing would make them again
  for (let isLeft = isConfirmed; isLeft; isLeft = (await objects.head(keys.releaseRequest(release))) !== undefined) {
    owner = (await getIfReadable(objects, keys.releaseRequest(release), StoredRelease))?.owner ?? owner;
    await objects.delete(keys.releaseRequest(release)); // the first, so that no job starts again
    await dropRelease(index, release, owner);
    await leaveFrontPage(objects, release);
    await unlistRelease(objects, release);
    found += await deleteBelow(objects, prefixesOfRelease(release), true);
  }
  if (found === 0 && !isRequested && !isListed)
    throw new NothingLeft(`there is no release ${release}; give the name of a folder below releases/`);
  return found + (isRequested ? 1 : 0);
}

async function isMade(objects: ObjectStore, release: string): Promise<boolean> {
  const ends = await Promise.all([keys.sitePublished(release), keys.releaseFailed(release)].map(objects.head));
  return ends.some((end) => end !== undefined);
}

/** The prefixes of all files of a release. The public ones are the first. */
export const prefixesOfRelease = (release: string): string[] => [
  keys.site(release),
  keys.release(release),
  keys.releaseAttempts(release),
  keys.previousReleases(release),
  keys.releaseWork(release),
  keys.releaseStagingOf(release),
  keys.releaseFailed(release),
];
