import { createHash } from "node:crypto";
import { createReadStream, existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { makeFolders } from "@medhelm/adapters/make-folders";
import { writeWhole } from "@medhelm/adapters/write-whole";
import type { ObjectStore } from "@medhelm/core/ports";
import type { Manifest } from "@medhelm/core/release/runs/manifest";
import { sha256OfChunks } from "@medhelm/core/store/canonical";
import { keys } from "@medhelm/core/store/object-keys";
import { damagedFile, openRun, type RunFiles } from "@medhelm/core/store/run-files";
import { UserError } from "@medhelm/core/user-error";
import { mapBounded } from "@medhelm/service/concurrency/map-bounded";
import { missingFile } from "./sealed-file.ts";

/** How many files are copied concurrently. */
const CONCURRENT_FILES = 8;

export interface ExportRequest {
  readonly objects: ObjectStore;
  readonly suite: string;
  /** the suite in the folder; default: the same name */
  readonly toSuite?: string;
  readonly runs: readonly string[];
  /** The output folder: a run becomes `runs/<suite>/<run>/` in it. */
  readonly folder: string;
  readonly onRun: (run: string) => void;
}

/**
 * Writes sealed runs into a folder as HELM writes them, with our files in addition. Files that are already there with the same
 * content stay, so an interrupted export continues. A damaged run does not stop the export of the others. Missing pages do not stop the export of
 * their run, because HELM does not read them.
 * @throws UserError if the folder has another file at one of the paths
 */
export async function exportRuns({
  objects,
  suite,
  toSuite = suite,
  runs,
  folder,
  onRun,
}: ExportRequest): Promise<Exported> {
  const exported = { unsealed: Array<string>(), withoutPages: Array<string>(), damaged: Array<UserError>() };
  for (const run of runs) {
    onRun(run);
    try {
      const { manifest, keyOf } = await openRun(objects, suite, run);
      if (manifest === undefined) exported.unsealed.push(run);
      else if (!(await exportRun(objects, manifest, keyOf, join(folder, keys.run(toSuite, run)))))
        exported.withoutPages.push(run);
    } catch (error) {
      if (!(error instanceof UserError) || error instanceof Occupied) throw error;
      exported.damaged.push(error);
    }
  }
  return exported;
}

export interface Exported {
  /** They are left out. */
  readonly unsealed: readonly string[];
  /** Some of their pages are missing, and all their other files are exported. */
  readonly withoutPages: readonly string[];
  /** Sentences about runs that were not exported. */
  readonly damaged: readonly UserError[];
}

/** Returns false if pages of the run are missing. */
async function exportRun(
  objects: ObjectStore,
  manifest: Manifest,
  keyOf: RunFiles["keyOf"],
  folder: string,
): Promise<boolean> {
  let hasPages = true;
  await mapBounded(Object.entries(manifest.files), CONCURRENT_FILES, async ([file, sha256]) => {
    const path = join(folder, file);
    if (existsSync(path)) {
      if ((await sha256OfChunks(createReadStream(path))) !== sha256) throw occupied(path);
      return;
    }
    if ((await objects.head(keyOf(file))) === undefined) {
      if (!file.startsWith("pages/")) throw missingFile(keyOf(file));
      hasPages = false;
      return;
    }
    makeFolders(dirname(path));
    const hash = createHash("sha256");
    const checked = async function* (): AsyncGenerator<Uint8Array> {
      for await (const chunk of objects.stream(keyOf(file))) {
        hash.update(chunk);
        yield chunk;
      }
      if (hash.digest("hex") !== sha256) throw damagedFile(keyOf(file));
    };
    await writeWhole(path, checked());
  });
  await writeSeal(join(folder, "manifest.json"), await objects.get(keyOf("manifest.json")));
  return hasPages;
}

/** Writes the manifest last: it shows that the other files are complete. */
async function writeSeal(path: string, stored: { readonly body: Uint8Array } | undefined): Promise<void> {
  if (stored === undefined) throw new UserError(`${path}: the run was deleted during the export; export it again`);
  if (!existsSync(path)) return writeWhole(path, stored.body);
  if (!(await readFile(path)).equals(stored.body)) throw occupied(path);
}

class Occupied extends UserError {}

const occupied = (path: string): Occupied =>
  new Occupied(`${path}: there is another file, which the export would replace; give --to another folder`);
