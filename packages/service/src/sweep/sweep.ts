import { sha256Hex } from "@medhelm/core/store/canonical";
import { createJson } from "@medhelm/core/store/create-json";
import { keys } from "@medhelm/core/store/object-keys";
import { getJson, putJson, UnreadableObject } from "@medhelm/core/store/objects";
import type { Clock, Compute, Index, Log, LogFields, ObjectStore, Queue, Tracer } from "@medhelm/core/ports";
import { type ReleaseMessage, type RunState, StoredSubmission } from "@medhelm/core/submission";
import { UserError } from "@medhelm/core/user-error";
import { CONCURRENT_READS, mapBounded } from "../concurrency/map-bounded.ts";
import { AFTER_LEASE_MS } from "../failure/job-event.ts";
import { freeReservation, settleSubmission } from "../index/account.ts";
import {
  announceSuite,
  type DueReservation,
  type DueSubmission,
  type DueSuite,
  dropOpenItem,
  dueWork,
  postponeOpenItem,
} from "../index/open-work.ts";
import { openReleases } from "../index/releases.ts";
import { hasRightCounts, readStates, repairCounts, type SubmissionStates } from "../index/run-states.ts";
import {
  createSubmission,
  endOfRuns,
  endSubmission,
  type FoundSubmission,
  moveDue,
  moveUnreadable,
  readSubmissionRecord,
} from "../index/submission-record.ts";
import { repairSums } from "../index/usage-sums.ts";
import { removeGoneSubmission } from "../index/remove-lines.ts";
import { refreshSuite } from "../index/suites.ts";
import { isFinal } from "../submissions/run-state.ts";
import { Done } from "../submissions/submission-folder.ts";
import { unreadableReason } from "../submissions/submission-run-state.ts";
import { jobsToCancel } from "./jobs-to-cancel.ts";
import { poolMessages } from "../pools/tend-pools.ts";
import { recordSubmission } from "../trace/open-span.ts";
import { type OpenWork, openWork } from "./open-work.ts";
import { repairStates } from "./repair-states.ts";
import { repairUsage } from "./repair-usage.ts";

export interface SweepPorts {
  readonly objects: ObjectStore;
  readonly index: Index;
  readonly dispatchQueue: Queue;
  readonly aggregateQueue: Queue;
  readonly releaseQueue: Queue;
  readonly clock: Clock;
  /**
   * If present, the sweep does not read the runs of active jobs. Absent: it reads all open runs, and the dispatcher
   * finds their jobs.
   */
  readonly compute?: Pick<Compute, "describeAll">;
  /** How many submissions one sweep reads: those that have been due for the longest time. */
  readonly maxSubmissions?: number;
  /** After this time the sweep reads a submission again: `activeMs` if one of its jobs is active, else `idleMs`. */
  readonly pace?: SweepPace;
  /** Whether the dispatcher starts the workers of pools. Absent: it does not. */
  readonly hasPools?: boolean;
  /** Absent: no records are written. */
  readonly log?: Log;
  /** Absent: no spans are recorded. */
  readonly trace?: Tracer;
  /** Reports a submission that fails (e.g. a damaged file), so that the sweep continues with the others. */
  report(error: unknown, key: string): void;
}

export interface SweepPace {
  readonly idleMs: number;
  readonly activeMs: number;
}

export interface SweepReport {
  readonly submissions: number;
  readonly dispatched: number;
  readonly aggregated: number;
  readonly released: number;
}

/** As many as a function of a few minutes can read in the worst case (bench/scale). */
const MAX_SUBMISSIONS = 200;
const SUBMISSIONS_AT_ONCE = 4;
/** The sweep runs every 5 minutes. A pause is one minute shorter than one interval, or than three, so that the submission is due in that turn. */
const PACE: SweepPace = { idleMs: 4 * 60_000, activeMs: 14 * 60_000 };
/** The sweep looks so seldom at what it cannot read, until the operator has repaired the object or upgraded the service. */
export const UNREADABLE_MS = 6 * 60 * 60_000;
/** No API request lasts this long: an announced submission without an object was never stored. */
const ABANDONED_AFTER_MS = 60 * 60_000;

/**
 * Reads the open submissions that are due and sends a message for each piece of work that no job does. Its cost grows
 * with the open submissions, not with the ended ones. Events may be lost; the sweep finds what they missed. Sending a
 * message twice is harmless, because every handler is idempotent.
 */
export async function sweep(ports: SweepPorts): Promise<SweepReport> {
  const { index, clock, maxSubmissions = MAX_SUBMISSIONS } = ports;
  const due = await dueWork(index, clock.nowMs(), maxSubmissions);
  let submissions = 0;
  let dispatched = 0;
  let aggregated = 0;
  await mapBounded(due, SUBMISSIONS_AT_ONCE, async (one) => {
    try {
      if ("reservation" in one) return await sweepReservation(ports, one);
      if ("suite" in one) return await sweepSuite(ports, one);
    } catch (error) {
      return ports.report(error, one.dueKey);
    }
    try {
      const swept = await sweepSubmission(ports, one);
      if (swept === undefined) return;
      submissions++;
      dispatched += swept.dispatch.length;
      aggregated += swept.aggregate.length;
    } catch (error) {
      await postpone(ports, one, error).catch((failure: unknown) => ports.report(failure, keys.submission(one.id)));
    }
  });
  if (ports.hasPools === true)
    for (const message of await poolMessages(ports.objects)) await ports.dispatchQueue.send(JSON.stringify(message));
  return { submissions, dispatched, aggregated, released: await sweepReleases(ports) };
}

/** An hour after the reservation, no API request can still store its submission. */
async function sweepReservation(ports: SweepPorts, due: DueReservation): Promise<void> {
  await freeReservation(ports, due.reservation, due.day);
  await dropOpenItem(ports.index, due);
}

/** Brings the suite's lines up to its object, after every request that changed it. */
async function sweepSuite(ports: SweepPorts, due: DueSuite): Promise<void> {
  try {
    await refreshSuite(ports, due.suite);
  } catch (error) {
    if (!(error instanceof UnreadableObject)) throw error;
    ports.report(error, keys.suite(due.suite));
    await announceSuite(ports.index, due.suite, ports.clock.nowMs() + UNREADABLE_MS);
  }
  await dropOpenItem(ports.index, due);
}

/** Moves a submission whose sweep has failed behind the others. Its owner sees which object cannot be read, and the log has it once. */
async function postpone(ports: SweepPorts, due: DueSubmission, error: unknown): Promise<void> {
  const { index, clock, pace = PACE } = ports;
  const found = await readSubmissionRecord(index, due.id).catch((failure: unknown) => {
    if (failure instanceof UnreadableObject) return "unreadable" as const;
    throw failure;
  });
  if (found === "unreadable") {
    ports.report(error, keys.submission(due.id));
    return moveUnreadable(index, due, clock.nowMs() + UNREADABLE_MS);
  }
  const unreadable = error instanceof UnreadableObject ? { reason: unreadableReason(error) } : undefined;
  if (unreadable === undefined || found?.record.unreadable?.reason !== unreadable.reason)
    ports.report(error, keys.submission(due.id));
  const dueMs = clock.nowMs() + (unreadable === undefined ? pace.idleMs : UNREADABLE_MS);
  if (found === undefined) await postponeOpenItem(index, due, dueMs);
  else if (found.record.dueKey === due.dueKey)
    await moveDue(index, found, dueMs, unreadable === undefined ? {} : { unreadable });
}

/** Sends a submission's messages and returns them; undefined if there is nothing to read. */
async function sweepSubmission(ports: SweepPorts, due: DueSubmission): Promise<OpenWork | undefined> {
  const { objects, index } = ports;
  const submission = await getJson(objects, keys.submission(due.id), StoredSubmission);
  const found = (await readStates(index, due.id)) ?? (await createUnknown(ports, due, submission));
  if (found === undefined) return undefined;
  if (found.record.dueKey !== due.dueKey) {
    await dropOpenItem(index, due); // of an earlier due time: a process ended before it deleted the item
    return undefined;
  }
  if (submission === undefined) {
    if (await removeGoneSubmission(ports, due.id)) ports.report(gone(due.id), keys.submission(due.id));
    return undefined;
  }
  return continueSubmission(ports, submission, found);
}

const gone = (id: string): UserError =>
  new UserError(
    `${keys.submission(id)}: the file was deleted, so the sweep has taken the submission off the lists; restore it from a copy and call medhelm reindex`,
  );

async function continueSubmission(
  ports: SweepPorts,
  submission: StoredSubmission,
  found: SubmissionStates,
): Promise<OpenWork> {
  const { index, clock, pace = PACE } = ports;
  const { id, record } = found;
  const nowMs = clock.nowMs();
  const isThorough = isThoroughTurn(id, record.sweptAtMs ?? nowMs - SWEEP_MS, nowMs);
  const work = await openWork({ ...ports, isThorough }, submission);
  await sendMessages(ports, work);
  // a worker writes its last charge before it settles the run
  const mayLackCharges = work.isNews || work.isFinished || isThorough;
  if (mayLackCharges) await repairUsage(ports, submission, record.chargedAtMs);
  await repairRuns(ports, submission, found, work);
  const isOver = work.isFinished || work.isStuck;
  const mustStop = isOver && work.isCancelled && (await stopJobs(ports, submission));
  if (work.isFinished && !mustStop) {
    await endOf(ports, submission, found, work);
    return work;
  }
  reportUnreadable(ports, found, work);
  const isMissed = work.isCancelled && record.cancelledAt === undefined; // the API wrote the object only
  await moveDue(index, found, nowMs + pauseAfter(work, pace, mustStop), {
    sweptAtMs: nowMs,
    ...(mayLackCharges ? { chargedAtMs: nowMs } : {}),
    ...(isMissed ? { cancelledAt: new Date(nowMs).toISOString() } : {}),
  });
  return work;
}

/** Reports each object once: the index then has the state of its run. */
function reportUnreadable({ report }: SweepPorts, { id, stored }: SubmissionStates, { unreadable }: OpenWork): void {
  for (const [ordinal, error] of unreadable)
    if (stored.get(ordinal)?.isUnreadable !== true) report(error, keys.submission(id));
}

function pauseAfter({ isStuck, hasJob }: OpenWork, pace: SweepPace, mustStop: boolean): number {
  if (isStuck && !hasJob && !mustStop) return UNREADABLE_MS;
  return hasJob && !mustStop ? pace.activeMs : pace.idleMs;
}

async function sendMessages({ aggregateQueue, dispatchQueue }: SweepPorts, work: OpenWork): Promise<void> {
  for (const message of work.aggregate) await aggregateQueue.send(JSON.stringify(message));
  for (const message of work.dispatch) await dispatchQueue.send(JSON.stringify(message));
}

/** Stores how the ended runs ended, and corrects the states and counts of the runs in the index. */
async function repairRuns(
  { objects, index }: SweepPorts,
  submission: StoredSubmission,
  found: SubmissionStates,
  work: OpenWork,
): Promise<void> {
  if (work.isNews) await putJson(objects, keys.submissionSettled(submission.id), work.settled);
  await repairStates(index, submission, found.stored, work.states);
  if (!hasRightCounts(found)) await repairCounts(index, submission.id);
}

/** Adds an announced submission to the index, whose API request was cut off before it did so. */
async function createUnknown(
  { index, clock, pace = PACE }: SweepPorts,
  due: DueSubmission,
  submission: StoredSubmission | undefined,
): Promise<SubmissionStates | undefined> {
  const nowMs = clock.nowMs();
  if (submission !== undefined) await createSubmission(index, submission, due.dueMs);
  else if (nowMs - (due.announcedMs ?? due.dueMs) > ABANDONED_AFTER_MS) await dropOpenItem(index, due);
  // behind the others, so that many such announcements do not keep the sweep from the stored submissions
  else if (nowMs + pace.idleMs > due.dueMs) await postponeOpenItem(index, due, nowMs + pace.idleMs);
  return readStates(index, due.id);
}

/** Stops the jobs of a cancelled submission. Returns whether one is active or about to start. */
async function stopJobs(ports: SweepPorts, { id }: StoredSubmission): Promise<boolean> {
  const { message, isActive } = await jobsToCancel(ports, id);
  if (message !== undefined) await ports.dispatchQueue.send(JSON.stringify(message));
  return isActive;
}

/** Records the end: first the object, which `medhelm reindex` reads, then the index. */
async function endOf(
  ports: SweepPorts,
  submission: StoredSubmission,
  found: FoundSubmission,
  { states, unsealed }: OpenWork,
): Promise<void> {
  const { index, clock, aggregateQueue } = ports;
  // a killed worker's lease has expired when the aggregator reads it
  const delayMs = AFTER_LEASE_MS;
  await mapBounded(unsealed, CONCURRENT_READS, (message) => aggregateQueue.send(JSON.stringify(message), { delayMs }));
  const at = await recordEnd(ports, submission.id, new Date(clock.nowMs()).toISOString());
  await repairSums(index, submission);
  await settleSubmission(index, submission);
  const ends = [...states.values()].map(({ state }) => state).filter(isFinal);
  if (!(await endSubmission(index, found, endOfRuns(ends, at)))) return;
  ports.log?.("info", "submission ended", {
    submission: submission.id,
    suite: submission.request.suite,
    ...countsOf(ends),
  });
  recordSubmission(ports, submission);
}

/** How many runs ended in each state. */
function countsOf(ends: readonly RunState[]): LogFields {
  const counts: Record<string, number> = {};
  for (const { state } of ends) counts[state] = (counts[state] ?? 0) + 1;
  return counts;
}

/** Stores the time of the end, and returns the stored one. An object that cannot be read stays, and the end is the present time. */
async function recordEnd({ objects, report }: SweepPorts, id: string, at: string): Promise<string> {
  try {
    return (await createJson(objects, keys.submissionDone(id), Done, { formatVersion: 1, at })).stored.at;
  } catch (error) {
    if (!(error instanceof UnreadableObject)) throw error;
    report(error, keys.submissionDone(id));
    return at;
  }
}

const SWEEP_MS = 5 * 60_000;
const HOUR_MS = 60 * 60_000;
/** True in one turn of an hour. The turn differs between submissions, so that no sweep reads a hundred of them completely. */
function isThoroughTurn(id: string, lastMs: number, nowMs: number): boolean {
  const own = Number.parseInt(sha256Hex(id).slice(0, 8), 16);
  return Math.floor((nowMs + own) / HOUR_MS) !== Math.floor((lastMs + own) / HOUR_MS);
}

/**
 * Sends requested releases that have no site yet. It skips failed ones, because their requester must change something
 * first.
 */
async function sweepReleases({ index, releaseQueue }: SweepPorts): Promise<number> {
  let released = 0;
  for await (const release of openReleases(index)) {
    const message: ReleaseMessage = { release };
    await releaseQueue.send(JSON.stringify(message));
    released++;
  }
  return released;
}
