import { GENERATION_FOLDER, keys } from "@medhelm/core/store/object-keys";
import { DamagedObject } from "@medhelm/core/store/objects";
import { parseManifest } from "@medhelm/core/store/manifest-hash";
import type { ObjectStore } from "@medhelm/core/ports";
import { attemptFolders } from "../aggregate/attempt-folders.ts";

/**
 * Replaces the damaged manifest of a run by the copy in the folder of its latest sealed generation. Without a whole copy it deletes the
 * manifest, so that the run's complete attempt is sealed again. Undefined: the manifest is whole or absent. Nobody else changes a damaged manifest, and
 * both changes expect its etag.
 * @throws UnreadableObject if the manifest's format is newer than this program
 */
export async function restoreManifest(
  objects: ObjectStore,
  suite: string,
  run: string,
): Promise<"restored" | "deleted" | undefined> {
  const key = keys.manifest(suite, run);
  const stored = await objects.get(key);
  if (stored === undefined || isWhole(stored.body, key)) return undefined;
  const copy = await latestCopy(objects, suite, run);
  if (copy === undefined) await objects.delete(key, { ifMatch: stored.etag });
  else await objects.put(key, copy, { ifMatch: stored.etag });
  return copy === undefined ? "deleted" : "restored";
}

async function latestCopy(objects: ObjectStore, suite: string, run: string): Promise<Uint8Array | undefined> {
  const folders = await attemptFolders(objects, suite, run);
  for (const folder of folders.toSorted((a, b) => generationOf(b) - generationOf(a))) {
    const key = keys.generationFile(suite, run, folder, "manifest.json");
    const copy = await objects.get(key);
    if (copy !== undefined && isWhole(copy.body, key)) return copy.body;
  }
  return undefined;
}

const generationOf = (folder: string): number => Number(GENERATION_FOLDER.exec(folder)?.[2]);

function isWhole(bytes: Uint8Array, key: string): boolean {
  try {
    return parseManifest(bytes, key) !== undefined;
  } catch (error) {
    if (error instanceof DamagedObject) return false;
    throw error;
  }
}
