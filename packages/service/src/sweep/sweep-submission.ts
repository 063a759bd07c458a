import { sha256Hex } from "@medhelm/core/store/canonical";
import { keys } from "@medhelm/core/store/object-keys";
import { getJson, putJson } from "@medhelm/core/store/objects";
import { StoredSubmission } from "@medhelm/core/submission";
import { UserError } from "@medhelm/core/user-error";
import { type DueSubmission, dropOpenItem, postponeOpenItem } from "../index/open-work.ts";
import { removeGoneSubmission } from "../index/remove-lines.ts";
import { hasRightCounts, readStates, repairCounts, type SubmissionStates } from "../index/run-states.ts";
import { createSubmission, moveDue } from "../index/submission-record.ts";
import { endOf } from "./end-of-submission.ts";
import { jobsToCancel } from "./jobs-to-cancel.ts";
import { type OpenWork, openWork } from "./open-work.ts";
import { repairStates } from "./repair-states.ts";
import { repairUsage } from "./repair-usage.ts";
import { PACE, type SweepPace, type SweepPorts, UNREADABLE_MS } from "./sweep-ports.ts";

/** No API request lasts this long: an announced submission without an object was never stored. */
const ABANDONED_AFTER_MS = 60 * 60_000;

const SWEEP_MS = 5 * 60_000;
const HOUR_MS = 60 * 60_000;
/** True in one turn of an hour. The turn differs between submissions, so that no sweep reads a hundred of them completely. */
function isThoroughTurn(id: string, lastMs: number, nowMs: number): boolean {
  const own = Number.parseInt(sha256Hex(id).slice(0, 8), 16);
  return Math.floor((nowMs + own) / HOUR_MS) !== Math.floor((lastMs + own) / HOUR_MS);
}

/** Sends a submission's messages and returns them; undefined if there is nothing to read. */
export async function sweepSubmission(ports: SweepPorts, due: DueSubmission): Promise<OpenWork | undefined> {
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
  // a worker writes its last charge before it settles the run, and no run is shown as ended without its charges
  const mayLackCharges = work.isNews || work.isFinished || isThorough || hasNewlyHandled(found, work);
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

/** Whether a worker has settled a run without the index: it works on another machine, or ended between the two. */
const hasNewlyHandled = ({ stored }: SubmissionStates, { states }: OpenWork): boolean =>
  [...states].some(([ordinal, { isHandled }]) => isHandled && stored.get(ordinal)?.isHandled !== true);

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
