import { createJson } from "@medhelm/core/store/create-json";
import { keys } from "@medhelm/core/store/object-keys";
import type { ObjectStore } from "@medhelm/core/ports";
import { z } from "zod";
import { mapBounded } from "../concurrency/map-bounded.ts";
import { LAST, listKeys } from "./switch-release.ts";

const CONCURRENCY = 32;

/** releases/.staging/<R>.json: the staged files that are the release. */
const Chosen = z.object({ formatVersion: z.literal(1), staged: z.string() });

/**
 * Puts the staged release in its place, where several may do so at once, each with its own: those that are staged first are the release,
 * and whoever comes later copies the same. Nothing that is in the place is changed.
 */
export async function switchOnce(objects: ObjectStore, mine: string, release: string): Promise<undefined> {
  const chosen = await choose(objects, mine, release);
  if (chosen !== undefined) {
    const target = keys.release(release);
    const names = (await listKeys(objects, chosen)).map((key) => key.slice(chosen.length));
    const body = names.filter((name) => !LAST.includes(name));
    await mapBounded(body, CONCURRENCY, (name) => objects.copy(chosen + name, target + name));
    for (const name of LAST) await objects.copy(chosen + name, target + name);
  }
  for (const staged of new Set([mine, ...(chosen === undefined ? [] : [chosen])])) await remove(objects, staged);
}

/** undefined: the release is there. */
async function choose(objects: ObjectStore, mine: string, release: string): Promise<string | undefined> {
  const key = keys.releaseStaged(release);
  const { stored, isNew } = await createJson(objects, key, Chosen, { formatVersion: 1, staged: mine });
  if (isNew || (await objects.head(stored.staged + WHOLE)) !== undefined) return stored.staged;
  if ((await objects.head(keys.releaseFile(release, WHOLE))) !== undefined) return undefined;
  await objects.delete(key); // of a release that an operator has deleted
  throw new Error(`${key} names files that are gone; the release is made again`);
}

/** Put last, and removed first. */
const WHOLE = "release.json";

async function remove(objects: ObjectStore, staged: string): Promise<void> {
  await objects.delete(staged + WHOLE);
  await mapBounded(await listKeys(objects, staged), CONCURRENCY, (key) => objects.delete(key));
}
