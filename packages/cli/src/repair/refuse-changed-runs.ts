import type { ObjectStore } from "@medhelm/core/ports";
import { damagedFile, runFileKeys } from "@medhelm/core/store/run-files";
import { openRunOfRelease, sealedRunsOf } from "../finished-runs/sealed-run.ts";
import { changedFile } from "./changed-file.ts";

/**
 * Compares the files of a release's runs with their manifests before they are published. It reads only what has changed since it was last read.
 * A run that was scored again later has another manifest than the release, and is not compared.
 * @throws UserError for a file with other bytes
 */
export async function refuseChangedRuns(root: string, objects: ObjectStore, release: string): Promise<void> {
  const findChanged = changedFile(root, objects);
  for (const sealed of (await sealedRunsOf(objects, release)).runs ?? []) {
    const { suite, run, folder, derived, contentSha256 } = sealed;
    if (folder === undefined || derived === undefined) continue;
    const { manifest } = await openRunOfRelease(objects, sealed);
    if (manifest.folder !== folder || manifest.derivedRules === undefined || manifest.contentSha256 !== contentSha256)
      continue;
    const changed = await findChanged({ ...manifest, suite, run }, runFileKeys(suite, run, { folder, derived }));
    // a copy for a web server may lack what a site does not show
    if (changed !== undefined && (await objects.head(changed)) !== undefined) throw damagedFile(changed);
  }
}
