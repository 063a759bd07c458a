import { createReadStream } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { ObjectStore } from "@medhelm/core/ports";
import type { Manifest } from "@medhelm/core/release/manifest";
import { sha256OfChunks } from "@medhelm/core/store/canonical";
import { keys } from "@medhelm/core/store/object-keys";
import { damagedFile, openRun, runFileKeys } from "@medhelm/core/store/run-files";
import { UserError } from "@medhelm/core/user-error";
import { isMissingFile } from "../missing-file.ts";
import { copyObjects, isCopy } from "./copy-objects.ts";

/** The operations that change the run's own folder; a test interrupts them. */
export interface Disk {
  /** Copies an object with its time of modification. */
  copy(from: string, to: string): Promise<void>;
  remove(path: string): Promise<void>;
}

/**
 * Returns a function that shows a sealed run in `runs/<suite>/<run>/` as HELM writes it. The files are copies of the
 * files of the sealed generation, so that a program that edits them changes no result. It compares a file
 * with the manifest before it copies it, and puts a damaged sealed file back from the shown one. A repetition copies only what is missing
 * or edited, and completes what a killed process left. If another generation is sealed meanwhile, it is shown in the end. `root`: the folder of the
 * object tree `objects`.
 */
export function showRuns(
  root: string,
  objects: ObjectStore,
  disk: Disk = { copy: copyObjects(root), remove: (path) => rm(path, { force: true }) },
): (manifest: Manifest) => Promise<void> {
  return async (manifest) => {
    for (let shown = manifest; ; ) {
      await show(root, shown, disk);
      const { manifest: now } = await openRun(objects, shown.suite, shown.run);
      if (now === undefined || (now.folder === shown.folder && now.derived === shown.derived)) return;
      shown = now;
    }
  };
}

/** The file that is removed first and copied last: without it HELM's tools and `medhelm score` do not read files of two generations. */
const LAST = "scenario_state.json";

async function show(root: string, manifest: Manifest, disk: Disk): Promise<void> {
  const { suite, run, folder } = manifest;
  if (folder === undefined) return;
  const keyOf = runFileKeys(suite, run, manifest);
  const isFileShown = (file: string): Promise<boolean> =>
    isCopy(join(root, keyOf(file)), join(root, keys.runFile(suite, run, file))).catch((cause: unknown) => {
      if (!isMissingFile(cause)) throw cause;
      throw new UserError(`${join(root, keyOf(file))}: this file of a sealed run is missing; run the entry again`, {
        cause,
      });
    });
  const files = Object.entries(manifest.files);
  await severalAtOnce(files, async ([file, sha256]) => {
    if (!(await isFileShown(file)))
      await requireWhole(root, { sealed: keyOf(file), shown: keys.runFile(suite, run, file), sha256 }, disk);
  });
  if (!(await isFileShown(LAST))) {
    await disk.remove(join(root, keys.runFile(suite, run, LAST)));
    await removeEarlier(join(root, keys.run(suite, run)), manifest, disk);
  }
  const showFile = async ([file]: readonly [string, string]): Promise<void> => {
    if (!(await isFileShown(file))) await copyAgain(() => disk.copy(keyOf(file), keys.runFile(suite, run, file)));
  };
  await severalAtOnce(
    files.filter(([file]) => file !== LAST),
    showFile,
  );
  for (const one of files) if (one[0] === LAST) await showFile(one);
}

const AT_ONCE = 8;

/** Takes no further item after a failure, and waits for the others. */
async function severalAtOnce<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const failures: unknown[] = [];
  const left = items.values();
  const lane = async (): Promise<void> => {
    for (const item of left) {
      if (failures.length > 0) return;
      await work(item).catch((error: unknown) => failures.push(error));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  if (failures.length > 0) throw failures[0];
}

/**
 * Compares a sealed file with the manifest before it replaces the shown one. A damaged file is put back from the shown one if that one is whole.
 * @throws UserError if neither is whole
 */
async function requireWhole(
  root: string,
  { sealed, shown, sha256 }: { readonly sealed: string; readonly shown: string; readonly sha256: string },
  disk: Disk,
): Promise<void> {
  const isWhole = async (key: string): Promise<boolean> =>
    (await sha256OfChunks(createReadStream(join(root, key))).catch(orMissing)) === sha256;
  if (await isWhole(sealed)) return;
  if (await isWhole(shown)) await disk.copy(shown, sealed);
  // a program may edit the shown file while it is copied
  if (!(await isWhole(sealed))) throw damagedFile(join(root, sealed));
}

const TRIES = 5;

/** The store may remove an empty folder while a file is copied into it. */
async function copyAgain(copyFile: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++)
    try {
      return await copyFile();
    } catch (error) {
      if (attempt === TRIES || !isMissingFile(error)) throw error;
    }
}

const orMissing = (error: unknown): undefined => {
  if (!isMissingFile(error)) throw error;
};

/** The files of our run folders and HELM's. The user's own files stay. */
const RUN_FILE =
  /^(?:(?:corrected\/)?(?:stats|per_instance_stats)\.json|(?:run_spec|scenario|scenario_state|encoder_scores|scores)\.json|(?:instances|display_predictions|display_requests)\.json|pages\/(?:\d+|index)\.json)$/;

/** Removes the files of an earlier generation that this generation does not replace, and HELM's display files. */
async function removeEarlier(folder: string, { files }: Manifest, disk: Disk): Promise<void> {
  const entries = await readdir(folder, { recursive: true }).catch(orMissing);
  for (const file of entries ?? [])
    if (RUN_FILE.test(file) && files[file] === undefined) await disk.remove(join(folder, file));
}
