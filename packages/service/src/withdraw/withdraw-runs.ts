import { listFolders } from "@medhelm/core/store/list-folders";
import { acquireLease, type Holder, isLeaseHeld, type LeaseOptions } from "@medhelm/core/jobs/lease";
import { readLeaseRecord } from "@medhelm/core/jobs/lease-record";
import type { Clock, ObjectStore } from "@medhelm/core/ports";
import { slugHash } from "@medhelm/core/release/leaderboard/leaderboard-runs";
import { nameProblem } from "@medhelm/core/run/spec/run-name";
import { keys } from "@medhelm/core/store/object-keys";
import { UserError } from "@medhelm/core/user-error";
import { NOT_RUNS } from "../release/runs/find-runs.ts";
import { deleteBelow } from "./delete-below.ts";
import { releasesInWork, releasesOf } from "./releases-of-runs.ts";
import { NothingLeft } from "./nothing-left.ts";
import { putMark, unfinishedWithdrawals, type Withdrawal } from "./withdrawal-mark.ts";

export interface WithdrawnRuns {
  readonly runs: readonly string[];
  /** deleted, or found without confirmation */
  readonly objects: number;
  /** They show the numbers of these runs, and may have copies of their pages. */
  readonly releases: readonly string[];
  /** Releases of which a file is damaged. They may show these runs, too. */
  readonly unreadable: readonly string[];
  /** Other withdrawals of the suite that were interrupted, or that another process makes now. */
  readonly unfinished: readonly Withdrawal[];
}

export interface WithdrawRunsPorts extends Pick<LeaseOptions, "holderIsGone" | "holderIsAlive"> {
  readonly objects: ObjectStore;
  readonly clock: Clock;
}

/**
 * Deletes one or all runs of a suite. It deletes each generation with its text and scores, stored outcomes, and pages that a summary of the suite has
 * copied. The manifest is the first, so that no reader finds a part of a run. A second call continues an interrupted one. Releases, answers in the
 * cache and uploaded files stay. Meanwhile no worker can take one of the runs, and no job plans a release of the suite.
 * @param isConfirmed false: nothing is deleted
 * @throws UserError if there is no such run, a worker holds one, or a job is making a release of the suite
 */
export async function withdrawRuns(
  ports: WithdrawRunsPorts,
  target: Withdrawal,
  isConfirmed: boolean,
): Promise<WithdrawnRuns> {
  const { objects } = ports;
  await requireTarget(objects, target);
  const mark = isConfirmed ? await putMark(ports, target) : undefined; // before the requests of releases are read
  const state = { isDeleting: false };
  const withdrawn = await withdraw(ports, target, isConfirmed, state).catch(async (error: unknown) => {
    // a call that has deleted something leaves its mark until the next one completes it
    if (!state.isDeleting) await mark?.removeIfFirst();
    throw error;
  });
  await mark?.remove();
  return { ...withdrawn, unfinished: mark === undefined ? [] : await unfinishedWithdrawals(objects, target.suite) };
}

/** @throws UserError if nothing is left of the run or suite, and no interrupted call has left its mark */
async function requireTarget(objects: ObjectStore, target: Withdrawal): Promise<void> {
  const { suite, run } = target;
  const missing = new NothingLeft(
    run === undefined
      ? `there is no suite ${suite}; give the name of a folder below runs/`
      : `there is no run ${run} in suite ${suite}; give the name of a folder below runs/${suite}/`,
  );
  // the folder of such a name contains other objects, e.g. all generations
  if (run !== undefined && (nameProblem(run) !== undefined || run.startsWith(".") || NOT_RUNS.has(run))) throw missing;
  if (!(await isAnythingLeft(objects, target))) throw missing;
}

/** Whether a run or suite has an object, or an interrupted call has left its mark. Some servers list the folder of a run whose objects were deleted. */
export async function isAnythingLeft(objects: ObjectStore, { suite, run }: Withdrawal): Promise<boolean> {
  const prefixes = run === undefined ? prefixesOfSuite(suite) : await prefixesOf(objects, suite, run);
  for (const prefix of prefixes) for await (const _ of objects.list(prefix)) return true;
  return (await objects.head(keys.withdrawal(suite, run))) !== undefined;
}

async function withdraw(
  ports: WithdrawRunsPorts,
  { suite, run }: Withdrawal,
  isConfirmed: boolean,
  state: { isDeleting: boolean },
): Promise<Omit<WithdrawnRuns, "unfinished">> {
  const { objects, holderIsAlive } = ports;
  const runs = run === undefined ? await runsOf(objects, suite) : [run];
  for (const one of runs)
    if (await isLeaseHeld(objects, keys.lease(suite, one), isOverIn(ports), holderIsAlive))
      throw heldByWorker(suite, one);
  await refuseDuringRelease(objects, suite);
  let found = 0;
  // a suite that is only counted is counted at the end
  for (const one of run !== undefined || isConfirmed ? runs : []) {
    const prefixes = await prefixesOf(objects, suite, one);
    found += isConfirmed
      ? await withdrawRun(ports, suite, one, prefixes, state)
      : await deleteBelow(objects, prefixes, isConfirmed);
  }
  if (run === undefined) {
    state.isDeleting = true;
    found += isConfirmed
      ? await deleteAllBelow(objects, prefixesOfSuite(suite), suite, keys.withdrawal(suite))
      : await deleteBelow(objects, [...prefixesOfSuite(suite), ...remembered(suite, runs)], isConfirmed);
  }
  // a release that was requested meanwhile may have read the run, and is published after this call
  const inWork = await releasesInWork(objects, suite);
  const showing = await releasesOf(objects, suite, run);
  return {
    runs,
    objects: found,
    releases: [...new Set([...inWork.releases, ...showing.releases])].toSorted(),
    unreadable: [...new Set([...inWork.unreadable, ...showing.unreadable])].toSorted(),
  };
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
  for (const prefix of prefixes) await objects.endUploads?.(prefix);
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

/** Whether a lease does not keep a withdrawal from its run. */
const isOverIn =
  ({ holderIsGone }: WithdrawRunsPorts) =>
  (holder: Holder): boolean =>
    isWithdrawal(holder) || holderIsGone?.(holder) === true;

const heldByWorker = (suite: string, run: string): UserError =>
  new UserError(`a worker holds the run ${run} of suite ${suite}; cancel its submission or wait for its end`);

/** Holds the lease of the run while it deletes its objects. Returns their number. */
async function withdrawRun(
  ports: WithdrawRunsPorts,
  suite: string,
  run: string,
  prefixes: readonly string[],
  state: { isDeleting: boolean },
): Promise<number> {
  const { objects, clock, holderIsAlive } = ports;
  const key = keys.lease(suite, run);
  let found = (await objects.head(key)) === undefined ? 0 : 1;
  const acquired = await acquireLease({
    objects,
    clock,
    key,
    ttlMs: LEASE_MS,
    holder: HOLDER,
    holderIsGone: isOverIn(ports),
    ...(holderIsAlive === undefined ? {} : { holderIsAlive }),
  });
  if (acquired.kind === "taken") throw heldByWorker(suite, run);
  const { lease } = acquired;
  state.isDeleting = true;
  try {
    found += await deleteAllBelow(objects, [keys.manifest(suite, run)], suite, key);
    lease.lost.throwIfAborted();
    found += await deleteAllBelow(objects, prefixes, suite, key);
  } finally {
    await lease.release();
  }
  const left = await objects.get(key);
  // a worker may have taken the lease since, for a new run of this name
  if (left !== undefined && readLeaseRecord(left)?.state === "free") await objects.delete(key, { ifMatch: left.etag });
  return found;
}

/**
 * The job of a release copies the text of its runs. This reads nothing of the site, because on AWS the call may not name the site's
 * bucket.
 */
async function refuseDuringRelease(objects: ObjectStore, suite: string): Promise<void> {
  for (const name of (await releasesInWork(objects, suite)).releases)
    throw new UserError(
      `the release ${name} of suite ${suite} is being made; withdraw runs when its status is built, published or failed`,
    );
}

export const remembered = (suite: string, runs: readonly string[]): string[] =>
  runs.flatMap((run) => rememberedOf(suite, run));

const rememberedOf = (suite: string, run: string): string[] => [
  keys.rememberedScores(suite, run),
  keys.rememberedCounts(suite, run),
  keys.rememberedCheck(suite, run),
  keys.rememberedPages(suite, run),
  keys.rememberedPagesFolder(suite, run),
];

/** The prefixes of a suite. */
export const prefixesOfSuite = (suite: string): string[] => [keys.runs(suite), keys.worksOf(suite)];

async function prefixesOf(objects: ObjectStore, suite: string, run: string): Promise<string[]> {
  const copied = (await listFolders(objects, keys.suitePages(suite))).filter((slug) =>
    slug.endsWith(slugHash(suite, run)),
  );
  return [...prefixesOfRun(suite, run), ...copied.map((slug) => `${keys.suitePages(suite)}${slug}/`)];
}

/** The prefixes of a run, without the copies of its pages. */
export const prefixesOfRun = (suite: string, run: string): string[] => [
  keys.run(suite, run),
  keys.generations(suite, "public", run),
  keys.generations(suite, "held", run),
  keys.previousOf(suite, run),
  keys.work(suite, run),
  ...rememberedOf(suite, run),
];

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
