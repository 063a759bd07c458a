import type { BigIntStats } from "node:fs";
import { findStored } from "@medhelm/adapters/objects/compressed-file";
import type { ObjectStore } from "@medhelm/core/ports";
import type { Manifest } from "@medhelm/core/release/runs/manifest";
import { turns } from "@medhelm/core/run/turns";
import { sha256Hex } from "@medhelm/core/store/canonical";
import { keys } from "@medhelm/core/store/object-keys";
import { getIfReadable, putJson, storedSha256 } from "@medhelm/core/store/objects";
import { runFileKeys } from "@medhelm/core/store/run-files";
import type { ChangedFile } from "@medhelm/service/release/ports";
import { damagedRecords, recordKeys } from "@medhelm/service/verify/damaged-records";
import { z } from "zod";
import { readSharedBucket } from "../places/shared-bucket.ts";

/** The hash of the sizes, times and numbers of a run's files when their bytes were those of the manifest. */
const Checked = z.object({ formatVersion: z.literal(1), files: z.string() });

type FileKeys = Parameters<ChangedFile>[1];

/**
 * Compares the bytes of all files of a sealed run with its manifest. It remembers their sizes and times, and does not read unchanged files again.
 * `medhelm verify` reads them each time. `root`: the folder of the store. `onEdited` gets the key of a file in the run's own folder that differs from
 * the sealed one, which counts.
 */
export function changedFile(
  root: string,
  objects: ObjectStore,
  onEdited: (key: string) => void = () => undefined,
): ChangedFile {
  if (readSharedBucket(root) !== undefined) return async () => undefined; // a bucket has no times of files
  return async (manifest, keyOf) => {
    const { suite, run, files } = manifest;
    const now = await filesNow(root, manifest, keyOf);
    if ("missing" in now) return now.missing;
    if ((await getIfReadable(objects, keys.rememberedCheck(suite, run), Checked))?.files === now.facts)
      return undefined;
    for (const [file, sha256] of Object.entries(files))
      if ((await storedSha256(objects, keyOf(file))) !== sha256) return keyOf(file);
    const [record] = await damagedRecords(objects, manifest);
    if (record !== undefined) return record.key;
    const edited = await editedCopy(root, objects, manifest, keyOf);
    if (edited === undefined) await remember(objects, manifest, now.facts);
    else onEdited(edited);
    return undefined;
  };
}

/** The first file of the run's own folder, which people and HELM's tools read, that is not a copy of the sealed one. The user may delete copies. */
async function editedCopy(
  root: string,
  objects: ObjectStore,
  { suite, run, files }: Manifest,
  keyOf: FileKeys,
): Promise<string | undefined> {
  for (const [file, sha256] of Object.entries(files)) {
    const shown = keys.runFile(suite, run, file);
    if (shown === keyOf(file) || findStored(root, shown) === undefined) continue;
    if ((await storedSha256(objects, shown)) !== sha256) return shown;
  }
  return undefined;
}

/**
 * Remembers the files of a run that this program has just sealed, so that the first summary need not read them. The manifest has the hashes of the bytes that
 * were written.
 */
export async function rememberSealed(root: string, objects: ObjectStore, manifest: Manifest): Promise<void> {
  if (readSharedBucket(root) !== undefined) return;
  const now = await filesNow(root, manifest, runFileKeys(manifest.suite, manifest.run, manifest));
  if ("facts" in now) await remember(objects, manifest, now.facts);
}

/** A store that refuses the write costs the next summary time and no result. */
const remember = async (objects: ObjectStore, { suite, run }: Manifest, files: string): Promise<void> => {
  await putJson(objects, keys.rememberedCheck(suite, run), { formatVersion: 1, files }).catch(() => undefined);
};

const factsOf = ({ size, mtimeNs, ino }: BigIntStats): string => `${size} ${mtimeNs} ${ino}`;

/** A large run has thousands of files, and the facts of one take up to a tenth of a millisecond. */
const FILES_A_TURN = 64;

async function filesNow(
  root: string,
  manifest: Manifest,
  keyOf: FileKeys,
): Promise<{ readonly facts: string } | { readonly missing: string }> {
  const facts: string[] = [];
  const turn = turns(FILES_A_TURN);
  for (const [file, sha256] of Object.entries(manifest.files)) {
    const turning = turn();
    if (turning !== undefined) await turning;
    const found = findStored(root, keyOf(file))?.stats;
    if (found === undefined) return { missing: keyOf(file) };
    const shown = findStored(root, keys.runFile(manifest.suite, manifest.run, file))?.stats;
    facts.push(`${file} ${sha256} ${factsOf(found)} ${shown === undefined ? "" : factsOf(shown)}`);
  }
  for (const key of recordKeys(manifest)) {
    const found = findStored(root, key)?.stats;
    if (found !== undefined) facts.push(`${key} ${factsOf(found)}`);
  }
  return { facts: sha256Hex(facts.join("\n")) };
}
