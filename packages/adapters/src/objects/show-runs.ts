import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { ObjectStore } from "@medhelm/core/ports";
import type { Manifest } from "@medhelm/core/release/runs/manifest";
import { COMPRESSED } from "@medhelm/core/release/pages/compressed";
import { turns } from "@medhelm/core/run/turns";
import { keys } from "@medhelm/core/store/object-keys";
import { storedSha256 } from "@medhelm/core/store/objects";
import { damagedFile, openRun, runFileKeys } from "@medhelm/core/store/run-files";
import { UserError } from "@medhelm/core/user-error";
import { isMissingFile } from "../missing-file.ts";
import { findStored } from "./compressed-file.ts";
import { type CopyOptions, copyObjects, isCopy } from "./copy-objects.ts";

/** The operations that change the run's own folder; a test interrupts them. */
export interface Disk {
  /** Copies an object with its time of modification. */
  copy(from: string, to: string, options?: CopyOptions): Promise<void>;
  remove(path: string): Promise<void>;
}

/**
 * Returns a function that shows a sealed run in `runs/<suite>/<run>/` as HELM writes it. The files are copies of the
 * files of the sealed generation, so that a program that edits them changes no result. It compares a file
 * with the manifest before it copies it, and puts a damaged sealed file back from the shown one. A repetition copies only what is missing
 * or edited, and completes what a killed process left. With `isFresh`, this process has just written the files, and does not read them again before it copies them. If another generation is sealed meanwhile, it is shown in the end. `root`: the folder of the
 * object tree `objects`. A compressed file is copied as it is; HELM's files are plain with `helmFiles`, so that HELM's tools read them.
 */
export function showRuns(
  root: string,
  objects: ObjectStore,
  { helmFiles = false, disk = diskAt(root) }: ShowOptions = {},
): (manifest: Manifest, options?: { readonly isFresh?: boolean }) => Promise<void> {
  return async (manifest, { isFresh = false } = {}) => {
    for (let shown = manifest; ; ) {
      await show({ root, objects, helmFiles, disk }, shown, isFresh && shown === manifest);
      const { manifest: now } = await openRun(objects, shown.suite, shown.run);
      if (now === undefined || (now.folder === shown.folder && now.derived === shown.derived)) return;
      shown = now;
    }
  };
}

export interface ShowOptions {
  readonly helmFiles?: boolean;
  readonly disk?: Disk;
}

const diskAt = (root: string): Disk => ({ copy: copyObjects(root), remove: (path) => rm(path, { force: true }) });

interface Showing extends Required<ShowOptions> {
  readonly root: string;
  readonly objects: ObjectStore;
}

/** The file that is removed first and copied last: without it HELM's tools and `medhelm score` do not read files of two generations. */
const LAST = "scenario_state.json";

/** HELM's files, which HELM's tools read. */
const OF_HELM = /^(?:corrected\/)?(?:run_spec|scenario|scenario_state|stats|per_instance_stats)\.json$/;

async function show({ root, objects, helmFiles, disk }: Showing, manifest: Manifest, isFresh: boolean): Promise<void> {
  const { suite, run, folder } = manifest;
  if (folder === undefined) return;
  const keyOf = runFileKeys(suite, run, manifest);
  const shownKey = (file: string): string => keys.runFile(suite, run, file);
  const formOf = (file: string): CopyOptions => ({ isPlain: helmFiles && OF_HELM.test(file) });
  const isFileShown = (file: string): boolean => {
    if (findStored(root, keyOf(file)) === undefined)
      throw new UserError(`${join(root, keyOf(file))}: this file of a sealed run is missing; run the entry again`);
    return isCopy(root, keyOf(file), shownKey(file), formOf(file));
  };
  const files = Object.entries(manifest.files);
  await severalAtOnce(files, async ([file, sha256]) => {
    if (!isFresh && !isFileShown(file))
      await requireWhole({ root, objects, disk }, keyOf(file), shownKey(file), sha256);
  });
  if (!isFileShown(LAST)) {
    await disk.remove(join(root, shownKey(LAST)));
    const compressed = findStored(root, shownKey(LAST))?.path;
    if (compressed !== undefined) await disk.remove(compressed);
    await removeEarlier(join(root, keys.run(suite, run)), manifest, disk);
  }
  const showFile = async ([file]: readonly [string, string]): Promise<void> => {
    if (!isFileShown(file)) await copyAgain(() => disk.copy(keyOf(file), shownKey(file), formOf(file)));
  };
  await severalAtOnce(
    files.filter(([file]) => file !== LAST),
    showFile,
  );
  for (const one of files) if (one[0] === LAST) await showFile(one);
}

const AT_ONCE = 8;
/** A small file takes a third of a millisecond. */
const FILES_A_TURN = 32;

/** Takes no further item after a failure, and waits for the others. */
async function severalAtOnce<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const failures: unknown[] = [];
  const left = items.values();
  const turn = turns(FILES_A_TURN);
  const lane = async (): Promise<void> => {
    for (const item of left) {
      if (failures.length > 0) return;
      await work(item).catch((error: unknown) => failures.push(error));
      const turning = turn();
      if (turning !== undefined) await turning;
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
  { root, objects, disk }: Pick<Showing, "root" | "objects" | "disk">,
  sealed: string,
  shown: string,
  sha256: string,
): Promise<void> {
  const isWhole = async (key: string): Promise<boolean> =>
    findStored(root, key) !== undefined && (await storedSha256(objects, key)) === sha256;
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
  /^(?:(?:corrected\/)?(?:stats|per_instance_stats)\.json|(?:run_spec|scenario|scenario_state|encoder_scores|scores)\.json|(?:instances|display_predictions|display_requests)\.json|pages\/(?:\d+|index|worst|list|(?:list|ids|details)-\d+)\.json)$/;

/** Removes the files of an earlier generation that this generation does not replace, and HELM's display files. */
async function removeEarlier(folder: string, { files }: Manifest, disk: Disk): Promise<void> {
  const entries = await readdir(folder, { recursive: true }).catch(orMissing);
  for (const entry of entries ?? []) {
    const file = entry.endsWith(COMPRESSED) ? entry.slice(0, -COMPRESSED.length) : entry;
    if (RUN_FILE.test(file) && files[file] === undefined) await disk.remove(join(folder, entry));
  }
}
