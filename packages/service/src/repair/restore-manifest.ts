import { generationOf, keys } from "@medhelm/core/store/object-keys";
import { orDamaged } from "@medhelm/core/store/objects";
import { parseManifest } from "@medhelm/core/store/manifest-hash";
import type { ObjectStore } from "@medhelm/core/ports";
import type { Manifest } from "@medhelm/core/release/runs/manifest";
import { attemptFolders } from "../aggregate/attempt-folders.ts";

/**
 * Replaces the damaged manifest of a run, or one that is another run's, by the copy in the folder of its latest sealed generation. Without a whole copy it
 * deletes a damaged manifest, so that the run's complete attempt is sealed again. Undefined: the manifest is whole or absent. Nobody else changes a damaged
 * manifest, and both changes expect its etag.
 * @throws UnreadableObject if the manifest's format is newer than this program
 */
export async function restoreManifest(
  objects: ObjectStore,
  suite: string,
  run: string,
): Promise<"restored" | "deleted" | undefined> {
  const key = keys.manifest(suite, run);
  const stored = await objects.get(key);
  if (stored === undefined) return undefined;
  const manifest = readManifest(stored.body, key);
  if (manifest !== undefined && manifest.run === run) return undefined;
  const folders = await attemptFolders(objects, suite, run);
  const copy = await latestCopy(objects, suite, run, folders);
  // a user may have renamed the run, and brought its generation along or not
  if (manifest !== undefined && (copy === undefined || isOneOf(folders, manifest))) return undefined;
  if (copy === undefined) await objects.delete(key, { ifMatch: stored.etag });
  else await objects.put(key, copy, { ifMatch: stored.etag });
  return copy === undefined ? "deleted" : "restored";
}

const isOneOf = (folders: readonly string[], { folder }: Manifest): boolean =>
  folder !== undefined && folders.includes(folder);

/** A copy of another generation, or of another run, is damaged, too. */
async function latestCopy(
  objects: ObjectStore,
  suite: string,
  run: string,
  folders: readonly string[],
): Promise<Uint8Array | undefined> {
  for (const folder of folders.toSorted((a, b) => generationOf(b) - generationOf(a))) {
    const key = keys.generationFile(suite, run, folder, "manifest.json");
    const copy = await objects.get(key);
    if (copy !== undefined && readManifest(copy.body, key)?.folder === folder) return copy.body;
  }
  return undefined;
}

/** Undefined for a damaged manifest. */
function readManifest(bytes: Uint8Array, key: string): Manifest | undefined {
  try {
    return parseManifest(bytes, key);
  } catch (error) {
    return orDamaged(error);
  }
}
