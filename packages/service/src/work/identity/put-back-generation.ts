import { keys } from "@medhelm/core/store/object-keys";
import { LAST_OF_GENERATION, runFileKeys } from "@medhelm/core/store/run-files";
import { storedSha256 } from "@medhelm/core/store/objects";
import type { ObjectStore } from "@medhelm/core/ports";
import type { Manifest } from "@medhelm/core/release/runs/manifest";
import { putSealCopy } from "../../aggregate/seal-run.ts";

/** `missing`: a file that the manifest lists is absent. `edited`: a file is not the one that the manifest lists. */
export type PutBack = "done" | "missing" | "edited";

/**
 * Puts the files in the run's own folder back into the folder of its generation, where no other program edits them. They are those of a copied run,
 * or those that a user has deleted there. Until the last one of a copied run is there, readers use the files in the run's own folder. A repetition
 * completes what a killed worker left.
 * @param sealed the manifest with the folder of the generation
 */
export async function putBackGeneration(objects: ObjectStore, sealed: Manifest): Promise<PutBack> {
  const { suite, run, files } = sealed;
  const keyOf = runFileKeys(suite, run, sealed);
  const absent: string[] = [];
  for (const [file, sha256] of Object.entries(files)) {
    if ((await hashAt(objects, keyOf(file))) === sha256) continue;
    const found = await hashAt(objects, keys.runFile(suite, run, file));
    if (found !== sha256) return found === undefined ? "missing" : "edited";
    absent.push(file);
  }
  const lastLast = absent.toSorted((a, b) => Number(a === LAST_OF_GENERATION) - Number(b === LAST_OF_GENERATION));
  for (const file of lastLast) await objects.copy(keys.runFile(suite, run, file), keyOf(file));
  await putSealCopy(objects, sealed);
  return "done";
}

async function hashAt(objects: ObjectStore, key: string): Promise<string | undefined> {
  if ((await objects.head(key)) === undefined) return undefined;
  return storedSha256(objects, key);
}
