import { findStored } from "@medhelm/adapters/objects/compressed-file";
import type { ObjectStore } from "@medhelm/core/ports";
import type { Manifest } from "@medhelm/core/release/manifest";
import { sha256Hex } from "@medhelm/core/store/canonical";
import { keys } from "@medhelm/core/store/object-keys";
import { getIfReadable, putJson, storedSha256 } from "@medhelm/core/store/objects";
import { runFileKeys } from "@medhelm/core/store/run-files";
import type { ChangedFile } from "@medhelm/service/release/ports";
import { z } from "zod";
import { readSharedBucket } from "../run/shared-bucket.ts";

/** The hash of the sizes, times and numbers of a run's files when their bytes were those of the manifest. */
const Checked = z.object({ formatVersion: z.literal(1), files: z.string() });

type FileKeys = Parameters<ChangedFile>[1];

/**
 * Compares the bytes of all files of a sealed run with its manifest, and remembers their sizes and times: files that did not change since are not read
 * again. `medhelm verify` reads them each time. `root`: the folder of the store.
 */
export function changedFile(root: string, objects: ObjectStore): ChangedFile {
  if (readSharedBucket(root) !== undefined) return async () => undefined; // a bucket has no times of files
  return async (manifest, keyOf) => {
    const { suite, run, files } = manifest;
    const now = filesNow(root, manifest, keyOf);
    if ("missing" in now) return now.missing;
    if ((await getIfReadable(objects, keys.rememberedCheck(suite, run), Checked))?.files === now.facts)
      return undefined;
    for (const [file, sha256] of Object.entries(files))
      if ((await storedSha256(objects, keyOf(file))) !== sha256) return keyOf(file);
    await remember(objects, manifest, now.facts);
    return undefined;
  };
}

/**
 * Remembers the files of a run that this program has just sealed, so that the first summary need not read them. The manifest has the hashes of the bytes that
 * were written.
 */
export async function rememberSealed(root: string, objects: ObjectStore, manifest: Manifest): Promise<void> {
  if (readSharedBucket(root) !== undefined) return;
  const now = filesNow(root, manifest, runFileKeys(manifest.suite, manifest.run, manifest));
  if ("facts" in now) await remember(objects, manifest, now.facts);
}

/** A store that refuses the write costs the next summary time and no result. */
const remember = async (objects: ObjectStore, { suite, run }: Manifest, files: string): Promise<void> => {
  await putJson(objects, keys.rememberedCheck(suite, run), { formatVersion: 1, files }).catch(() => undefined);
};

function filesNow(
  root: string,
  { files }: Manifest,
  keyOf: FileKeys,
): { readonly facts: string } | { readonly missing: string } {
  const facts: string[] = [];
  for (const [file, sha256] of Object.entries(files)) {
    const found = findStored(root, keyOf(file))?.stats;
    if (found === undefined) return { missing: keyOf(file) };
    facts.push(`${file} ${sha256} ${found.size} ${found.mtimeNs} ${found.ino}`);
  }
  return { facts: sha256Hex(facts.join("\n")) };
}
