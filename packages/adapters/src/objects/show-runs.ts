import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { ObjectStore } from "@medhelm/core/ports";
import type { Manifest } from "@medhelm/core/release/manifest";
import { keys } from "@medhelm/core/store/object-keys";
import { openRun, runFileKeys } from "@medhelm/core/store/run-files";
import { isMissingFile } from "../missing-file.ts";
import { linkObjects } from "./link-objects.ts";

/** The operations that change the run's own folder; a test interrupts them. */
export interface Disk {
  /** Adds a second key to an object. */
  link(from: string, to: string): Promise<void>;
  remove(path: string): Promise<void>;
}

/**
 * Returns a function that shows a sealed run in `runs/<suite>/<run>/` as HELM writes it. The files are hard links to the
 * files of the sealed generation, or copies where the disk has no links. A repetition changes nothing, and completes what
 * a killed process left. If another generation is sealed meanwhile, it is shown in the end. `root`: the folder of the
 * object tree `objects`.
 */
export function showRuns(
  root: string,
  objects: ObjectStore,
  disk: Disk = { link: linkObjects(root), remove: (path) => rm(path, { force: true }) },
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

/** The last file: while it is missing, or from another generation, the rest is not complete. */
const LAST = "scenario_state.json";

async function show(root: string, manifest: Manifest, disk: Disk): Promise<void> {
  const { suite, run, folder } = manifest;
  if (folder === undefined) return;
  const keyOf = runFileKeys(suite, run, manifest);
  const isFileShown = (file: string): Promise<boolean> =>
    isShown(join(root, keyOf(file)), join(root, keys.runFile(suite, run, file)));
  if (!(await isFileShown(LAST))) await removeEarlier(join(root, keys.run(suite, run)), manifest, disk);
  const files = Object.keys(manifest.files).filter((file) => file !== LAST);
  for (const file of [...files, LAST])
    if (!(await isFileShown(file))) await linkAgain(() => disk.link(keyOf(file), keys.runFile(suite, run, file)));
}

const TRIES = 5;

/** The store may remove an empty folder while a file is linked into it. */
async function linkAgain(linkFile: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++)
    try {
      return await linkFile();
    } catch (error) {
      if (attempt === TRIES || !isMissingFile(error)) throw error;
    }
}

/** Whether the shown file is a link to the sealed file, or an unchanged copy. */
async function isShown(source: string, target: string): Promise<boolean> {
  const [sealed, shown] = await Promise.all([stat(source), stat(target).catch(orMissing)]);
  if (shown === undefined) return false;
  const isLink = sealed.ino === shown.ino && sealed.dev === shown.dev;
  return isLink || (sealed.size === shown.size && Math.abs(sealed.mtimeMs - shown.mtimeMs) < 1);
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
