import type { EarlierUse } from "@medhelm/core/money/estimate-run";
import type { ObjectStore } from "@medhelm/core/ports";
import { Manifest } from "@medhelm/core/release/runs/manifest";
import { type Wording, wordingOf } from "@medhelm/core/run/spec/wording";
import { keys, TOP_FOLDERS } from "@medhelm/core/store/object-keys";
import { getIfReadable } from "@medhelm/core/store/objects";
import { listFolders } from "@medhelm/core/store/list-folders";

/** The sealed runs of a suite, as far as a plan needs them. */
export interface SealedRuns {
  has(run: string): boolean;
  /** the wording of the run of this name; undefined without such a run, or if it does not say */
  wordingOf(run: string): Wording | undefined;
  /** the tokens that the longest run of a benchmark by a deployment used, with prompts of this wording */
  useOf(benchmark: string, deployment: string, wording: Wording | undefined): EarlierUse | undefined;
}

/** Reads the manifests of a suite. */
export async function sealedRuns(objects: ObjectStore, suite: string): Promise<SealedRuns> {
  const wordings = new Map<string, Wording | undefined>();
  const uses = new Map<string, EarlierUse>();
  for (const run of await listFolders(objects, `${TOP_FOLDERS.runs}${suite}/`)) {
    const manifest = await getIfReadable(objects, keys.manifest(suite, run), Manifest);
    if (manifest === undefined) continue;
    const wording = wordingOf(manifest, manifest.judges);
    wordings.set(run, wording);
    const answers = manifest.coverage.answered;
    if (manifest.tokens === undefined || answers === 0) continue;
    const { prompt, completion } = manifest.tokens;
    const key = useKey(manifest.benchmark, manifest.modelDeployment, wording);
    if ((uses.get(key)?.answers ?? 0) < answers)
      uses.set(key, { promptTokens: prompt / answers, completionTokens: completion / answers, answers });
  }
  return {
    has: (run) => wordings.has(run),
    wordingOf: (run) => wordings.get(run),
    useOf: (...of) => uses.get(useKey(...of)),
  };
}

const useKey = (...parts: readonly (string | undefined)[]): string => JSON.stringify(parts);
