import { stat } from "node:fs/promises";
import { join } from "node:path";
import { isMissingFile } from "@medhelm/adapters/missing-file";
import type { ObjectStore } from "@medhelm/core/ports";
import { sha256Hex, sha256OfChunks } from "@medhelm/core/store/canonical";
import { keys } from "@medhelm/core/store/object-keys";
import { getIfReadable, putJson } from "@medhelm/core/store/objects";
import type { ChangedFile } from "@medhelm/service/release/ports";
import { z } from "zod";

const Checked = z.object({ formatVersion: z.literal(1), files: z.string() });

/**
 * Compares the bytes of all files of a sealed run with its manifest, and remembers their sizes and times: files that did not change since are not read
 * again. `medhelm verify` reads them each time. `root`: the folder of the store.
 */
export function changedFile(root: string, objects: ObjectStore): ChangedFile {
  return async ({ suite, run, files }, keyOf) => {
    const facts: string[] = [];
    for (const [file, sha256] of Object.entries(files)) {
      const found = await stat(join(root, keyOf(file)), { bigint: true }).catch(orMissing);
      if (found === undefined) return keyOf(file);
      facts.push(`${file} ${sha256} ${found.size} ${found.mtimeNs} ${found.ino}`);
    }
    const now = { formatVersion: 1, files: sha256Hex(facts.join("\n")) } as const;
    const key = keys.rememberedCheck(suite, run);
    if ((await getIfReadable(objects, key, Checked))?.files === now.files) return undefined;
    for (const [file, sha256] of Object.entries(files))
      if ((await sha256OfChunks(objects.stream(keyOf(file)))) !== sha256) return keyOf(file);
    await putJson(objects, key, now);
    return undefined;
  };
}

const orMissing = (error: unknown): undefined => {
  if (!isMissingFile(error)) throw error;
};
