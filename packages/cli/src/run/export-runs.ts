import { createHash } from "node:crypto";
import { createReadStream, createWriteStream, existsSync } from "node:fs";
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { makeFolders } from "@medhelm/adapters/make-folders";
import type { ObjectStore } from "@medhelm/core/ports";
import type { Manifest } from "@medhelm/core/release/manifest";
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
  readonly runs: readonly string[];
  /** The output folder: a run becomes `runs/<suite>/<run>/` in it. */
  readonly folder: string;
  readonly onRun: (run: string) => void;
}

/**
 * Writes sealed runs into a folder as HELM writes them, with our files in addition. Files that are already there with the same
 * content stay, so an interrupted export continues.
 * @returns the runs that are not sealed, and are left out
 * @throws UserError if the folder has another file at one of the paths, or a stored file differs from the manifest
 */
export async function exportRuns({ objects, suite, runs, folder, onRun }: ExportRequest): Promise<string[]> {
  const leftOut: string[] = [];
  for (const run of runs) {
    onRun(run);
    const { manifest, keyOf } = await openRun(objects, suite, run);
    if (manifest === undefined) leftOut.push(run);
    else await exportRun(objects, manifest, keyOf, join(folder, keys.run(suite, run)));
  }
  return leftOut;
}

async function exportRun(
  objects: ObjectStore,
  manifest: Manifest,
  keyOf: RunFiles["keyOf"],
  folder: string,
): Promise<void> {
  await mapBounded(Object.entries(manifest.files), CONCURRENT_FILES, async ([file, sha256]) => {
    const path = join(folder, file);
    if (existsSync(path)) {
      if ((await sha256OfChunks(createReadStream(path))) !== sha256) throw occupied(path);
      return;
    }
    if ((await objects.head(keyOf(file))) === undefined) throw missingFile(keyOf(file));
    const part = `${path}.part`;
    makeFolders(dirname(path));
    const hash = createHash("sha256");
    const hashed = async function* (): AsyncGenerator<Uint8Array> {
      for await (const chunk of objects.stream(keyOf(file))) {
        hash.update(chunk);
        yield chunk;
      }
    };
    await pipeline(hashed, createWriteStream(part));
    if (hash.digest("hex") !== sha256) {
      await rm(part, { force: true });
      throw damagedFile(keyOf(file));
    }
    await rename(part, path);
  });
  await writeSeal(join(folder, "manifest.json"), await objects.get(keyOf("manifest.json")));
}

/** Writes the manifest last: it shows that the other files are complete. */
async function writeSeal(path: string, stored: { readonly body: Uint8Array } | undefined): Promise<void> {
  if (stored === undefined) throw new UserError(`${path}: the run was deleted during the export; export it again`);
  if (!existsSync(path)) return writeFile(path, stored.body);
  if (!(await readFile(path)).equals(stored.body)) throw occupied(path);
}

const occupied = (path: string): UserError =>
  new UserError(`${path}: there is another file, which the export would replace; give --to another folder`);
