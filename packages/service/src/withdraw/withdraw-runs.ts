import { listFolders } from "@medhelm/core/store/list-folders";
import { isLeaseHeld } from "@medhelm/core/jobs/lease";
import type { ObjectStore } from "@medhelm/core/ports";
import { keys } from "@medhelm/core/store/object-keys";
import { openRelease } from "@medhelm/core/store/release-files";
import { getJson } from "@medhelm/core/store/objects";
import { StoredRelease } from "@medhelm/core/release/release-request";
import { UserError } from "@medhelm/core/user-error";
import { z } from "zod";
import { CONCURRENT_READS, mapBounded } from "../concurrency/map-bounded.ts";
import { NOT_RUNS } from "../release/find-runs.ts";
import { isBuilt } from "../release/release-plan.ts";
import { listKeys } from "../release/replace-release.ts";
import { deleteBelow } from "./delete-below.ts";

export interface WithdrawnRuns {
  readonly runs: readonly string[];
  /** deleted, or found without confirmation */
  readonly objects: number;
  /** They show the numbers of these runs, and may have copies of their pages. */
  readonly releases: readonly string[];
}

/**
 * Deletes one run of a suite, or all of them: each generation with its text and scores, stored outcomes, and pages that a summary of the
 * suite has copied. The manifest is the first, so that no reader finds a part of a run. A second call continues an interrupted
 * one. Releases, answers in the cache and uploaded files stay.
 * @param isConfirmed false: nothing is deleted
 * @throws UserError if there is no such run, a worker holds one, or a job is making a release of the suite
 */
export async function withdrawRuns(
  objects: ObjectStore,
  { suite, run }: { readonly suite: string; readonly run?: string },
  isConfirmed: boolean,
): Promise<WithdrawnRuns> {
  const runs = run === undefined ? await runsOf(objects, suite) : [run];
  for (const one of runs)
    if (await isLeaseHeld(objects, keys.lease(suite, one)))
      throw new UserError(`a worker holds the run ${one} of suite ${suite}; cancel its submission or wait for its end`);
  await refuseDuringRelease(objects, suite);
  const slugs = await slugsOf(objects, suite);
  const remove = (prefixes: readonly string[]): Promise<number> =>
    isConfirmed ? deleteAllBelow(objects, prefixes, suite) : deleteBelow(objects, prefixes, false);
  let found = 0;
  // a suite that is only counted is counted at the end
  for (const one of run !== undefined || isConfirmed ? runs : []) {
    if (isConfirmed) found += await remove([keys.manifest(suite, one)]);
    found += await remove(prefixesOf(suite, one, slugs));
  }
  if (run === undefined) found += await remove([keys.runs(suite), keys.worksOf(suite)]);
  if (found === 0)
    throw new UserError(
      run === undefined
        ? `there is no suite ${suite}; give the name of a folder below runs/`
        : `there is no run ${run} in suite ${suite}; give the name of a folder below runs/${suite}/`,
    );
  // one that was requested meanwhile may have read the run, and publishes it after this call
  const releases = new Set([...(await releasesInWork(objects, suite)), ...(await releasesOf(objects, suite, run))]);
  return { runs, objects: found, releases: [...releases].toSorted() };
}

/** A worker or an aggregator that was in flight writes a few files more. One that continues to write works on the run. */
const MAX_PASSES = 10;

/** Deletes until nothing is left: an aggregator may have sealed a run after the manifest was deleted. Returns the number of objects. */
async function deleteAllBelow(objects: ObjectStore, prefixes: readonly string[], suite: string): Promise<number> {
  let found = 0;
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    const more = await deleteBelow(objects, prefixes, true);
    if (more === 0) return found;
    found += more;
  }
  throw new UserError(`a worker writes files of suite ${suite} again; cancel its submission and repeat this call`);
}

/**
 * The job of a release copies the text of its runs. This reads nothing of the site, because on AWS the call may not name the site's
 * bucket.
 */
async function refuseDuringRelease(objects: ObjectStore, suite: string): Promise<void> {
  for (const name of await releasesInWork(objects, suite))
    throw new UserError(
      `the release ${name} of suite ${suite} is being made; withdraw runs when its status is built, published or failed`,
    );
}

/** The requested releases of a suite that have no files yet. */
async function releasesInWork(objects: ObjectStore, suite: string): Promise<string[]> {
  const found = await mapBounded(await listKeys(objects, keys.releaseRequests()), CONCURRENT_READS, async (key) => {
    const stored = await getJson(objects, key, StoredRelease);
    if (stored?.request.suites.includes(suite) !== true) return [];
    const { name } = stored.request;
    const hasFailed = (await objects.head(keys.releaseFailed(name))) !== undefined; // a new request deletes the reason
    return hasFailed || (await isBuilt(objects, stored)) ? [] : [name];
  });
  return found.flat();
}

const Contents = z.object({ runs: z.array(z.object({ suite: z.string(), run: z.string() })) });

async function releasesOf(objects: ObjectStore, suite: string, run: string | undefined): Promise<string[]> {
  const found: string[] = [];
  for (const release of await listFolders(objects, keys.releases())) {
    if (release.startsWith(".")) continue;
    const { keyOf } = await openRelease(objects, release);
    const contents = await getJson(objects, keyOf("sealed-runs.json"), Contents);
    if (contents?.runs.some((one) => one.suite === suite && (run === undefined || one.run === run)))
      found.push(release);
  }
  return found;
}

function prefixesOf(suite: string, run: string, slugs: ReadonlyMap<string, string>): string[] {
  const slug = slugs.get(run);
  return [
    keys.run(suite, run),
    keys.generations(suite, "public", run),
    keys.generations(suite, "held", run),
    keys.previousOf(suite, run),
    ...(slug === undefined ? [] : [`${keys.runs(suite)}pages/${slug}/`]),
    keys.work(suite, run),
  ];
}

/** The runs of which anything is left, also after an interrupted call. */
async function runsOf(objects: ObjectStore, suite: string): Promise<string[]> {
  const places = [
    keys.runs(suite),
    keys.generationsOf(suite, "public"),
    keys.generationsOf(suite, "held"),
    keys.worksOf(suite),
  ];
  const found = new Set<string>();
  for (const place of places)
    for (const name of await listFolders(objects, place))
      if (!name.startsWith(".") && !NOT_RUNS.has(name)) found.add(name);
  return [...found];
}

const Summary = z.object({ runs: z.array(z.object({ slug: z.string(), run: z.string() })) });

/** run -> the name of the folder of its copied pages, if the suite was summarised */
async function slugsOf(objects: ObjectStore, suite: string): Promise<ReadonlyMap<string, string>> {
  const summary = await getJson(objects, `${keys.runs(suite)}leaderboard.json`, Summary);
  return new Map(summary?.runs.map(({ run, slug }) => [run, slug]));
}
