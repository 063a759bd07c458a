import { parseManifest, withHash } from "@medhelm/core/store/manifest-hash";
import { keys } from "@medhelm/core/store/object-keys";
import { LAST_OF_GENERATION, openRun } from "@medhelm/core/store/run-files";
import { updateJson } from "@medhelm/core/store/update-json";
import type { ObjectStore } from "@medhelm/core/ports";
import { Manifest } from "@medhelm/core/release/runs/manifest";
import { attemptsBetween, wasSealed } from "./attempt-folders.ts";
import { sealedBefore } from "./decide-attempt.ts";
import { putAgain } from "./derived-files.ts";

export interface SealPorts {
  readonly objects: ObjectStore;
  /** Shows the sealed generation in the run's own folder as HELM writes it. Absent on AWS. */
  readonly showRun?: (manifest: Manifest, options?: ShowRunOptions) => Promise<void>;
}

export interface ShowRunOptions {
  /** This process has just written the files, with the hashes of the manifest: they are not read again before they are copied. */
  readonly isFresh?: boolean;
}

/**
 * Makes `manifest` the run's seal, unless the run is sealed at this generation or a later one. One conditional put switches
 * all readers from the old generation to the new one.
 * @returns the stored manifest
 */
export async function sealRun({ objects }: SealPorts, manifest: Manifest): Promise<Manifest> {
  const { suite, run } = manifest;
  const stored = await updateJson(objects, keys.manifest(suite, run), Manifest, async (old) => {
    if (old === undefined) return withHash(manifest);
    if (old.generation >= manifest.generation) return undefined;
    await keepSeal(objects, { ...old, suite, run });
    return withHash(manifest);
  });
  return { ...(stored ?? manifest), suite, run }; // the folders' names, because a user may have renamed them
}

/**
 * Whether the operator withdrew the run while it was aggregated. Then the seal is deleted, because its files are gone. A withdrawal looks for a new
 * seal after it has deleted the files. Therefore the withdrawal sees the seal, or the seal sees that its files are gone.
 */
export async function isWithdrawn(objects: ObjectStore, seal: Manifest): Promise<boolean> {
  const { suite, run, folder } = seal;
  if (folder === undefined || (await hasFiles(objects, seal))) return false;
  const { copiedFrom, manifestEtag } = await openRun(objects, suite, run);
  if (copiedFrom?.folder === folder && manifestEtag !== undefined)
    await objects.delete(keys.manifest(suite, run), { ifMatch: manifestEtag });
  return true;
}

/** Does what follows a seal. It is safe to repeat: a later delivery of the message completes what a killed aggregator left. */
export async function finishSeal(
  { objects, showRun }: SealPorts,
  manifest: Manifest,
  options: ShowRunOptions = {},
): Promise<void> {
  if (manifest.folder === undefined) return;
  await keepSeal(objects, manifest);
  await showRun?.(manifest, options);
  await deleteSuperseded(objects, { ...manifest, folder: manifest.folder });
}

/** Keeps a copy of the manifest in the folder of its generation. After a later seal it marks the folder as sealed. */
async function keepSeal(objects: ObjectStore, seal: Manifest): Promise<void> {
  const copy = await putSealCopy(objects, seal);
  if (copy !== undefined && !(await hasFiles(objects, seal))) await objects.delete(copy); // the operator withdrew the run meanwhile
}

/**
 * As `keepSeal`, for a worker, which may not delete on AWS. The copy, which has no text, stays if the operator withdraws the run meanwhile. The next
 * withdrawal deletes it. Returns the key of the copy, or undefined if another generation is sealed.
 */
export async function putSealCopy(objects: ObjectStore, { suite, run, folder }: Manifest): Promise<string | undefined> {
  const key = keys.manifest(suite, run);
  const stored = await objects.get(key);
  // another aggregator has replaced the manifest, after it kept the copy
  if (stored === undefined || folder === undefined || parseManifest(stored.body, key).folder !== folder)
    return undefined;
  const copy = keys.generationFile(suite, run, folder, "manifest.json");
  await putAgain(objects, copy, stored.body);
  return copy;
}

/** Whether the folder of the generation exists. A withdrawal deletes it, and nothing else does. */
const hasFiles = async (
  objects: ObjectStore,
  { suite, run, folder = "none" }: Pick<Manifest, "suite" | "run" | "folder">,
) => (await objects.head(keys.generationFile(suite, run, folder, LAST_OF_GENERATION))) !== undefined;

/** Deletes the folders of attempts since the seal before this one that were never sealed and cannot be sealed any more. */
async function deleteSuperseded(objects: ObjectStore, seal: Manifest & { readonly folder: string }): Promise<void> {
  const { suite, run, generation, folder } = seal;
  const first = Math.max(1, await sealedBefore(objects, { suite, run, folder }));
  for (const other of await attemptsBetween(objects, suite, run, { first, last: generation })) {
    if (other === folder || (await wasSealed(objects, suite, run, other))) continue;
    for await (const { key } of objects.list(keys.generation(suite, run, other))) await objects.delete(key);
  }
}
