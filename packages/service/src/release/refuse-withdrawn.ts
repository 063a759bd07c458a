import { LAST_OF_GENERATION, runFileKeys } from "@medhelm/core/store/run-files";
import { keys } from "@medhelm/core/store/object-keys";
import type { ObjectStore } from "@medhelm/core/ports";
import type { LoadedRun } from "@medhelm/core/release/loaded-run";
import { UserError } from "@medhelm/core/user-error";
import { CONCURRENT_READS, mapBounded } from "../concurrency/map-bounded.ts";

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
      throw new UserError(`The run ${folder} of suite ${suite} changed while it was read. Request the release again.`);
  });
}

/**
 * Refuses to plan a release while runs of the suite are being deleted. Call it after the request is stored: the withdrawal puts its mark
 * before it reads the requests, so at least one of the two is refused.
 * @throws UserError
 */
export async function refuseDuringWithdrawal(objects: ObjectStore, suite: string): Promise<void> {
  for await (const _ of objects.list(keys.anyWithdrawal(suite)))
    throw new UserError(
      `Runs of the suite ${suite} are being withdrawn. Request the release again when medhelm withdraw has ended.`,
    );
}
