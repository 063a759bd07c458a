import { listFolders } from "@medhelm/core/store/list-folders";
import { acquireLease, type Holder, isLeaseHeld } from "@medhelm/core/jobs/lease";
import { parseLeaseRecord } from "@medhelm/core/jobs/lease-record";
import type { Clock, ObjectStore } from "@medhelm/core/ports";
import { keys } from "@medhelm/core/store/object-keys";
import { openRelease } from "@medhelm/core/store/release-files";
import { getJson, putJson } from "@medhelm/core/store/objects";
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

export interface WithdrawRunsPorts {
  readonly objects: ObjectStore;
  readonly clock: Clock;
}

/**
 * Deletes one run of a suite, or all of them: each generation with its text and scores, stored outcomes, and pages that a summary of the
 * suite has copied. The manifest is the first, so that no reader finds a part of a run. A second call continues an interrupted
 * one. Releases, answers in the cache and uploaded files stay. Meanwhile no worker can take one of the runs, and no job plans a
 * release of the suite.
 * @param isConfirmed false: nothing is deleted
 * @throws UserError if there is no such run, a worker holds one, or a job is making a release of the suite
 */
export async function withdrawRuns(
  ports: WithdrawRunsPorts,
  { suite, run }: { readonly suite: string; readonly run?: string },
  isConfirmed: boolean,
): Promise<WithdrawnRuns> {
  const { objects, clock } = ports;
  if (!isConfirmed) return withdraw(ports, { suite, run }, false);
  const at = new Date(clock.nowMs()).toISOString();
  await putJson(objects, keys.withdrawal(suite), { formatVersion: 1, at }); // before the requests of releases are read
  try {
    return await withdraw(ports, { suite, run }, true);
  } finally {
    await objects.delete(keys.withdrawal(suite));
  }
}

async function withdraw(
  ports: WithdrawRunsPorts,
  { suite, run }: { readonly suite: string; readonly run: string | undefined },
  isConfirmed: boolean,
): Promise<WithdrawnRuns> {
  const { objects } = ports;
  const runs = run === undefined ? await runsOf(objects, suite) : [run];
  for (const one of runs)
    if (await isLeaseHeld(objects, keys.lease(suite, one), isWithdrawal)) throw heldByWorker(suite, one);
  await refuseDuringRelease(objects, suite);
  const slugs = await slugsOf(objects, suite);
  let found = 0;
  // a suite that is only counted is counted at the end
  for (const one of run !== undefined || isConfirmed ? runs : []) {
    const prefixes = prefixesOf(suite, one, slugs);
    found += isConfirmed
      ? await withdrawRun(ports, suite, one, prefixes)
      : await deleteBelow(objects, prefixes, isConfirmed);
  }
  if (run === undefined) {
    const prefixes = [keys.runs(suite), keys.worksOf(suite)];
    found += isConfirmed
      ? await deleteAllBelow(objects, prefixes, suite, keys.withdrawal(suite))
      : await deleteBelow(objects, prefixes, isConfirmed);
  }
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
async function deleteAllBelow(
  objects: ObjectStore,
  prefixes: readonly string[],
  suite: string,
  except: string,
): Promise<number> {
  let found = 0;
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    const more = await deleteBelow(objects, prefixes, true, except);
    if (more === 0) return found;
    found += more;
  }
  throw new UserError(`a worker writes files of suite ${suite} again; cancel its submission and repeat this call`);
}

const LEASE_MS = 60_000;
const HOLDER = { host: "medhelm withdraw", pid: 0, startedAt: "unknown" };

/** A second withdrawal may take over the lease of a killed one, and of an active one, which deletes the same objects. */
const isWithdrawal = ({ host }: Holder): boolean => host === HOLDER.host;

const heldByWorker = (suite: string, run: string): UserError =>
  new UserError(`a worker holds the run ${run} of suite ${suite}; cancel its submission or wait for its end`);

/** Holds the lease of the run while it deletes its objects. Returns their number. */
async function withdrawRun(
  { objects, clock }: WithdrawRunsPorts,
  suite: string,
  run: string,
  prefixes: readonly string[],
): Promise<number> {
  const key = keys.lease(suite, run);
  let found = (await objects.head(key)) === undefined ? 0 : 1;
  const acquired = await acquireLease({
    objects,
    clock,
    key,
    ttlMs: LEASE_MS,
    holder: HOLDER,
    holderIsGone: isWithdrawal,
  });
  if (acquired.kind === "taken") throw heldByWorker(suite, run);
  const { lease } = acquired;
  try {
    found += await deleteAllBelow(objects, [keys.manifest(suite, run)], suite, key);
    lease.lost.throwIfAborted();
    found += await deleteAllBelow(objects, prefixes, suite, key);
  } finally {
    await lease.release();
  }
  const left = await objects.get(key);
  // a worker may have taken the lease since, for a new run of this name
  if (left !== undefined && parseLeaseRecord(left).state === "free") await objects.delete(key, { ifMatch: left.etag });
  return found;
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
