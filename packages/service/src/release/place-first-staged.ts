import { createJson } from "@medhelm/core/store/create-json";
import { keys } from "@medhelm/core/store/object-keys";
import type { ObjectStore } from "@medhelm/core/ports";
import { z } from "zod";
import { mapBounded } from "../concurrency/map-bounded.ts";
import { LAST_FILES, listKeys } from "./replace-release.ts";

const CONCURRENCY = 32;

/** releases/.staging/<R>.json: the staged build that becomes the release */
export const Chosen = z.object({ formatVersion: z.literal(1), staged: z.string() });

/**
 * Puts a staged release in place when several jobs may do so at the same time. The build that is staged first becomes the
 * release. A later job copies the files of that build instead of its own, so the release never mixes two builds.
 */
export async function placeFirstStaged(objects: ObjectStore, mine: string, release: string): Promise<undefined> {
  const chosen = await choose(objects, mine, release);
  if (chosen !== undefined) {
    const target = keys.release(release);
    const names = (await listKeys(objects, chosen)).map((key) => key.slice(chosen.length));
    const body = names.filter((name) => !LAST_FILES.includes(name));
    await mapBounded(body, CONCURRENCY, (name) => objects.copy(chosen + name, target + name));
    for (const name of LAST_FILES) await objects.copy(chosen + name, target + name);
  }
  for (const staged of new Set([mine, ...(chosen === undefined ? [] : [chosen])])) await remove(objects, staged);
}

/** Returns the prefix of the build that is staged first, or undefined if the release is already in place. */
async function choose(objects: ObjectStore, mine: string, release: string): Promise<string | undefined> {
  const key = keys.releaseStaged(release);
  const { stored, isNew } = await createJson(objects, key, Chosen, { formatVersion: 1, staged: mine });
  if (isNew || (await objects.head(stored.staged + COMPLETE_MARK)) !== undefined) return stored.staged;
  if ((await objects.head(keys.releaseFile(release, COMPLETE_MARK))) !== undefined) return undefined;
  await objects.delete(key); // It belongs to a release that an operator has deleted.
  throw new Error(
    `${key} names staged files that no longer exist. The next delivery of the request builds the release again.`,
  );
}

/** This file is written last and removed first, so a folder with it is complete. */
const COMPLETE_MARK = "release.json";

async function remove(objects: ObjectStore, staged: string): Promise<void> {
  await objects.delete(staged + COMPLETE_MARK);
  await mapBounded(await listKeys(objects, staged), CONCURRENCY, (key) => objects.delete(key));
}
