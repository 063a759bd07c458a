import type { ObjectStore } from "@medhelm/core/ports";
import { Manifest } from "@medhelm/core/release/manifest";
import type { DiffedRun } from "@medhelm/core/release/run-diff";
import { Scores } from "@medhelm/core/release/scores";
import { SealedRuns } from "@medhelm/core/release/sealed-runs";
import { keys } from "@medhelm/core/store/object-keys";
import { getJson } from "@medhelm/core/store/objects";
import { openRelease } from "@medhelm/core/store/release-files";
import { openRun, runFileKeys } from "@medhelm/core/store/run-files";
import { UserError } from "@medhelm/core/user-error";

/** A run of a release and the seal that the release refers to. */
export type RunOfRelease = SealedRuns["runs"][number];

/** @throws UserError if the run is not sealed */
export async function readSealedRun(objects: ObjectStore, suite: string, run: string): Promise<DiffedRun> {
  const { manifest, keyOf } = await openRun(objects, suite, run);
  if (manifest === undefined)
    throw new UserError(
      `${suite}/${run}: there is no sealed run of this name; name the folder of a run that medhelm made`,
    );
  return { manifest, scores: await getJson(objects, keyOf("scores.json"), Scores) };
}

/** The runs of a release by their names. @throws UserError if there is no such release */
export async function runsOfRelease(objects: ObjectStore, release: string): Promise<ReadonlyMap<string, RunOfRelease>> {
  const key = (await openRelease(objects, release)).keyOf("sealed-runs.json");
  const sealed = await getJson(objects, key, SealedRuns);
  if (sealed === undefined)
    throw new UserError(
      `${key}: there is no such file; name a release that medhelm summarize made, or the paths of two runs`,
    );
  return new Map(sealed.runs.map((run) => [run.run, run]));
}

/** The run as the release refers to it: a later seal leaves the files of this one. */
export async function readRunOfRelease(
  objects: ObjectStore,
  { suite, run, folder, derived }: RunOfRelease,
): Promise<DiffedRun> {
  if (folder === undefined || derived === undefined) return readSealedRun(objects, suite, run);
  const manifest = await getJson(objects, keys.generationFile(suite, run, folder, "manifest.json"), Manifest);
  if (manifest === undefined) return readSealedRun(objects, suite, run);
  const keyOf = runFileKeys(suite, run, { folder, derived });
  return { manifest, scores: await getJson(objects, keyOf("scores.json"), Scores) };
}
