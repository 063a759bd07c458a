import { openRun } from "@medhelm/core/store/run-files";
import type { ObjectStore } from "@medhelm/core/ports";
import type { Identity } from "@medhelm/core/run/identity";
import type { AggregateMessage } from "@medhelm/core/submission";
import { damagedFiles } from "../work/assembly/attempt-files.ts";

/**
 * Deletes the damaged files of an attempt that cannot be aggregated, so that it counts as incomplete. The next worker writes all of its files again
 * from the stored answers. It deletes nothing of a sealed attempt, which `medhelm repair` compares with its manifest.
 * @returns whether files are damaged or missing
 */
export async function deleteDamaged(
  objects: ObjectStore,
  { suite, run, folder: named }: Pick<AggregateMessage, "suite" | "run" | "folder">,
  identity: Pick<Identity, "folder" | "files"> | undefined,
): Promise<boolean> {
  const folder = identity?.folder;
  if (identity === undefined || folder === undefined || folder !== (named ?? folder)) return false;
  let isDamaged = false;
  for await (const { key, isMissing } of damagedFiles(objects, suite, run, identity)) {
    if (!isDamaged && (await openRun(objects, suite, run)).manifest?.folder === folder) return false;
    isDamaged = true;
    if (!isMissing) await objects.delete(key);
  }
  return isDamaged;
}
