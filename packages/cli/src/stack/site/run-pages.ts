import { keys } from "@medhelm/core/store/object-keys";
import { getJson } from "@medhelm/core/store/objects";
import { openRun, type RunFiles, runFileKeys } from "@medhelm/core/store/run-files";
import type { ObjectStore } from "@medhelm/core/ports";
import type { Leaderboard, LeaderboardRun } from "@medhelm/core/release/leaderboard/leaderboard";
import type { ListedMetric } from "@medhelm/core/release/pages/list-row";
import { Manifest } from "@medhelm/core/release/runs/manifest";
import { attemptFolders } from "@medhelm/service/aggregate/attempt-folders";
import { loadSuite } from "@medhelm/service/release/runs/load-suite";
import { writePages } from "@medhelm/service/release/runs/run-text";

export type PageKey = (file: string) => string;

/**
 * Finds the pages of a run of the leaderboard: those of the generation that was summarised, although the run may have been sealed again
 * since. A folder of HELM's has no pages, so the first call makes them. Undefined: the summarised results are gone.
 */
export async function runPages(
  objects: ObjectStore,
  { suite, run, contentSha256 }: Pick<LeaderboardRun, "suite" | "run" | "contentSha256">,
  profile: Leaderboard["profile"],
  metric?: ListedMetric,
): Promise<PageKey | undefined> {
  const keyOf = await summarisedFiles(objects, suite, run, contentSha256);
  if (keyOf === undefined) return undefined;
  if ((await objects.head(keyOf("pages/index.json"))) !== undefined) return (file) => keyOf(`pages/${file}`);
  const target = keys.workPages(suite, run);
  const { runs } = await loadSuite(objects, suite, profile);
  const loaded = runs.find(({ folder }) => folder === run);
  if (loaded !== undefined) await writePages(objects, loaded, target, metric);
  return (file) => `${target}${file}`;
}

async function summarisedFiles(
  objects: ObjectStore,
  suite: string,
  run: string,
  contentSha256: string | undefined,
): Promise<RunFiles["keyOf"] | undefined> {
  const { manifest, keyOf } = await openRun(objects, suite, run);
  if (contentSha256 === undefined || manifest?.contentSha256 === contentSha256) return keyOf;
  for (const folder of await attemptFolders(objects, suite, run)) {
    const seal = await getJson(objects, keys.generationFile(suite, run, folder, "manifest.json"), Manifest);
    if (seal?.contentSha256 === contentSha256) return runFileKeys(suite, run, seal);
  }
  return undefined;
}
