import { hasObjects } from "@medhelm/core/store/has-objects";
import { LAST_OF_GENERATION, runFileKeys } from "@medhelm/core/store/run-files";
import { keys } from "@medhelm/core/store/object-keys";
import type { ObjectStore } from "@medhelm/core/ports";
import type { LoadedRun } from "@medhelm/core/release/runs/loaded-run";
import { UserError } from "@medhelm/core/user-error";
import { CONCURRENT_READS, mapBounded } from "../concurrency/map-bounded.ts";
import { unfinishedWithdrawals, withdrawCommand } from "../withdraw/withdrawal-mark.ts";

/**
 * Checks that the runs of a release still exist. A later seal of a run changes nothing, because it keeps the generation of the release.
 * @throws UserError for a run that was withdrawn after it was read
 */
export async function refuseWithdrawn(objects: ObjectStore, runs: readonly LoadedRun[]): Promise<void> {
  await mapBounded(runs, CONCURRENT_READS, async ({ suite, folder, manifest }) => {
    const keyOf = runFileKeys(suite, folder, manifest);
    const files = manifest === undefined ? [LAST_OF_GENERATION] : ["manifest.json", LAST_OF_GENERATION];
    const found = await Promise.all(files.map((file) => objects.head(keyOf(file))));
    if (found.includes(undefined))
      throw new UserError(`the run ${folder} of suite ${suite} changed while it was read; request the release again`);
  });
}

/**
 * Refuses to make a release or a summary while runs of the suite are being deleted. A job calls it after its request is stored. The withdrawal puts
 * its mark before it reads the requests, so at least one of the two is refused.
 * @param publicOnly does not name the runs, because they belong to another owner
 * @throws UserError
 */
export async function refuseDuringWithdrawal(objects: ObjectStore, suite: string, publicOnly = false): Promise<void> {
  if (!(await hasObjects(objects, keys.anyWithdrawal(suite)))) return;
  const [first] = publicOnly ? [] : await unfinishedWithdrawals(objects, suite);
  // a call without the right target would delete other runs
  const repeat = first === undefined ? "the operator repeats it" : `repeat ${withdrawCommand(first)}`;
  throw new UserError(
    `runs of the suite ${suite} are being withdrawn; try again when medhelm withdraw has ended, and if it was interrupted, ${repeat}`,
  );
}
