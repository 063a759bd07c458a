import { listFolders } from "@medhelm/core/store/list-folders";
import { keys } from "@medhelm/core/store/object-keys";
import { DamagedObject, getJson } from "@medhelm/core/store/objects";
import { openRelease } from "@medhelm/core/store/release-files";
import type { ObjectStore } from "@medhelm/core/ports";
import { StoredRelease } from "@medhelm/core/release/release-request";
import { z } from "zod";
import { CONCURRENT_READS, mapBounded } from "../concurrency/map-bounded.ts";
import { isBuilt } from "../release/release-plan.ts";
import { listKeys } from "../release/list-keys.ts";

/** `unreadable`: releases of which a file is damaged, so that nobody knows their runs. A damaged release does not stop a withdrawal. */
export interface ReleasesOfRuns {
  readonly releases: readonly string[];
  readonly unreadable: readonly string[];
}

/** The requested releases of a suite that have no files yet. No job works on a release whose request is damaged. */
export async function releasesInWork(objects: ObjectStore, suite: string): Promise<ReleasesOfRuns> {
  const requests = await listKeys(objects, keys.releaseRequests());
  const names = requests.map((key) => key.slice(keys.releaseRequests().length, -".json".length));
  return sorted(names, async (name) => {
    const stored = await getJson(objects, keys.releaseRequest(name), StoredRelease);
    if (stored?.request.suites.includes(suite) !== true) return false;
    const hasFailed = (await objects.head(keys.releaseFailed(name))) !== undefined; // a new request deletes the reason
    return !hasFailed && !(await isBuilt(objects, stored));
  });
}

const Contents = z.object({ runs: z.array(z.object({ suite: z.string(), run: z.string() })) });

/** The releases that show a run, or any run of the suite. */
export async function releasesOf(
  objects: ObjectStore,
  suite: string,
  run: string | undefined,
): Promise<ReleasesOfRuns> {
  const names = (await listFolders(objects, keys.releases())).filter((name) => !name.startsWith("."));
  return sorted(names, async (name) => {
    const { keyOf } = await openRelease(objects, name);
    const contents = await getJson(objects, keyOf("sealed-runs.json"), Contents);
    return contents?.runs.some((one) => one.suite === suite && (run === undefined || one.run === run)) === true;
  });
}

async function sorted(names: readonly string[], isWanted: (name: string) => Promise<boolean>): Promise<ReleasesOfRuns> {
  const [releases, unreadable]: [string[], string[]] = [[], []];
  await mapBounded(names, CONCURRENT_READS, async (name) => {
    try {
      if (await isWanted(name)) releases.push(name);
    } catch (error) {
      if (!(error instanceof DamagedObject)) throw error;
      unreadable.push(name);
    }
  });
  return { releases, unreadable };
}
