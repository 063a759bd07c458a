import type { EarlierUse } from "@medhelm/core/money/estimate-run";
import type { ObjectStore } from "@medhelm/core/ports";
import { Manifest } from "@medhelm/core/release/manifest";
import { keys, TOP_FOLDERS } from "@medhelm/core/store/object-keys";
import { getIfReadable } from "@medhelm/core/store/objects";
import { listFolders } from "@medhelm/core/store/list-folders";

/** The tokens that sealed runs of a suite used, by benchmark and deployment. */
export async function earlierUses(objects: ObjectStore, suite: string): Promise<ReadonlyMap<string, EarlierUse>> {
  const uses = new Map<string, EarlierUse>();
  for (const run of await listFolders(objects, `${TOP_FOLDERS.runs}${suite}/`)) {
    const manifest = await getIfReadable(objects, keys.manifest(suite, run), Manifest);
    const answers = manifest?.coverage.answered ?? 0;
    if (manifest?.tokens === undefined || answers === 0) continue;
    const { prompt, completion } = manifest.tokens;
    const use = { promptTokens: prompt / answers, completionTokens: completion / answers, answers };
    const key = useKey(manifest.benchmark, manifest.modelDeployment);
    if ((uses.get(key)?.answers ?? 0) < answers) uses.set(key, use);
  }
  return uses;
}

export const useKey = (benchmark: string, deployment: string): string => `${benchmark}\n${deployment}`;
