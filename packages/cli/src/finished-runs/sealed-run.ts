import type { ObjectStore } from "@medhelm/core/ports";
import { Manifest } from "@medhelm/core/release/runs/manifest";
import type { DiffedRun } from "@medhelm/core/release/runs/run-diff";
import { Scores } from "@medhelm/core/release/runs/scores";
import { SealedRuns } from "@medhelm/core/release/runs/sealed-runs";
import { checkedFiles } from "@medhelm/core/store/checked-files";
import { keys } from "@medhelm/core/store/object-keys";
import { getJson } from "@medhelm/core/store/objects";
import { openRelease } from "@medhelm/core/store/release-files";
import { openRun, runFileKeys } from "@medhelm/core/store/run-files";
import { UserError } from "@medhelm/core/user-error";

/** A run of a release and the seal that the release refers to. */
export type RunOfRelease = SealedRuns["runs"][number];

/** A run whose scores are read on request, because a release has more of them than fit into memory. */
export interface OpenedRun {
  readonly manifest: Manifest;
  scores(): Promise<Scores | undefined>;
}

/** @throws UserError if the run is not sealed */
export async function openSealedRun(objects: ObjectStore, suite: string, run: string): Promise<OpenedRun> {
  const files = await openRun(objects, suite, run);
  const { manifest, keyOf } = files;
  if (manifest === undefined)
    throw new UserError(
      `${suite}/${run}: there is no sealed run of this name; name the folder of a run that medhelm made`,
    );
  return { manifest, scores: () => getJson(checkedFiles(objects, files), keyOf("scores.json"), Scores) };
}

/** The runs of a release, and the key of the file that lists them; undefined runs: there is no such file. */
export async function sealedRunsOf(
  objects: ObjectStore,
  release: string,
): Promise<{ readonly key: string; readonly runs: readonly RunOfRelease[] | undefined }> {
  const key = (await openRelease(objects, release)).keyOf("sealed-runs.json");
  return { key, runs: (await getJson(objects, key, SealedRuns))?.runs };
}

/** The runs of a release by their names. @throws UserError if there is no such release */
export async function runsOfRelease(objects: ObjectStore, release: string): Promise<ReadonlyMap<string, RunOfRelease>> {
  const { key, runs } = await sealedRunsOf(objects, release);
  if (runs === undefined)
    throw new UserError(
      `${key}: there is no such file; name a release that medhelm summarize made, or the paths of two runs`,
    );
  return new Map(runs.map((run) => [run.run, run]));
}

/** The run as the release refers to it: a later seal leaves the files of this one. */
export async function openRunOfRelease(objects: ObjectStore, sealed: RunOfRelease): Promise<OpenedRun> {
  const { suite, run, folder, derived, contentSha256 } = sealed;
  if (folder === undefined || derived === undefined) return openSealedRun(objects, suite, run);
  const manifest = await getJson(objects, keys.generationFile(suite, run, folder, "manifest.json"), Manifest);
  if (manifest === undefined) return openSealedRun(objects, suite, run);
  const keyOf = runFileKeys(suite, run, { folder, derived });
  const isOwn = manifest.derived === derived;
  const files = isOwn ? checkedFiles(objects, { manifest, keyOf }) : objects; // the later manifest has no hashes of the earlier files
  return {
    manifest: isOwn ? manifest : scoredBefore(manifest, { derived, contentSha256 }),
    scores: () => getJson(files, keyOf("scores.json"), Scores),
  };
}

/** The manifest before `medhelm migrate --derived` replaced it, without the rules, which only the later one says. */
const scoredBefore = (
  { derivedRules: _later, ...manifest }: Manifest,
  before: { readonly derived: string; readonly contentSha256?: string | undefined },
): Manifest => ({ ...manifest, ...before, contentSha256: before.contentSha256 ?? manifest.contentSha256 });

/** @throws UserError if the run is not sealed */
export const readSealedRun = async (objects: ObjectStore, suite: string, run: string): Promise<DiffedRun> =>
  withScores(await openSealedRun(objects, suite, run));

/** The run as the release refers to it, with its scores. */
export const readRunOfRelease = async (objects: ObjectStore, run: RunOfRelease): Promise<DiffedRun> =>
  withScores(await openRunOfRelease(objects, run));

export const withScores = async ({ manifest, scores }: OpenedRun): Promise<DiffedRun> => ({
  manifest,
  scores: await scores(),
});
