import type { Clock, Index, IndexWrite, ObjectStore } from "@medhelm/core/ports";
import { indexKeys } from "@medhelm/core/store/index-keys";
import { keys } from "@medhelm/core/store/object-keys";
import { damagedObject, getIfReadable, getJson } from "@medhelm/core/store/objects";
import { StoredSubmission, SubmissionCancel } from "@medhelm/core/submission";
import { isFinal } from "../submissions/run-state.ts";
import { Done } from "../submissions/submission-folder.ts";
import type { HandledState } from "../submissions/submission-run-state.ts";
import { openWork } from "../sweep/open-work.ts";
import { repairStates } from "../sweep/repair-states.ts";
import { restoreReservation, settleSubmission } from "./account.ts";
import { reserveRuns } from "./quota.ts";
import {
  indexedState,
  readStates,
  repairCounts,
  resolveWaiting,
  type SubmissionStates,
  waitingWrites,
} from "./run-states.ts";
import { listRuns } from "./suites.ts";
import { repairSums } from "./usage-sums.ts";
import { createSubmission, endOfRuns, endSubmission, moveDue, repairLines } from "./submission-record.ts";

export interface ReindexPorts {
  readonly objects: ObjectStore;
  readonly index: Index;
  readonly clock: Pick<Clock, "nowMs">;
}

const MAX_TRIES = 5;

/**
 * Rebuilds the index records of one submission from its objects: its record and lines, the states of its runs, its
 * reservations, and its end. It replaces no record that a process of the running service has changed meanwhile.
 */
export async function reindexSubmission(ports: ReindexPorts, id: string): Promise<void> {
  const { objects, index, clock } = ports;
  const submission = await getJson(objects, keys.submission(id), StoredSubmission);
  if (submission === undefined) return; // the API stores the request later than the folder's other files, or never did
  if (submission.id !== id) throw damagedObject(keys.submission(id), "it is the request of another submission");
  await listRuns(index, submission); // an earlier version may have added the submission without them
  for (let attempt = 0; attempt < MAX_TRIES; attempt++) {
    const found = await recordOf(ports, submission);
    await repairLines(index, submission, found);
    const work = await openWork({ objects, isThorough: true }, submission);
    await writeStates(ports, submission, found, work.states);
    await restoreReservations(ports, submission);
    await repairSums(index, submission);
    if (found.record.ended !== undefined) return settleSubmission(index, submission);
    const done = await getIfReadable(objects, keys.submissionDone(id), Done);
    if (done === undefined) return; // the sweep continues an open submission
    await settleSubmission(index, submission);
    const ends = [...work.states.values()].map(({ state }) => state).filter(isFinal);
    if (ends.length < submission.runs.length) {
      await moveDue(index, found, clock.nowMs());
      return;
    }
    if (await endSubmission(index, found, endOfRuns(ends, done.at))) return;
  }
}

/** The submission's record, created if the index has none. */
async function recordOf(
  { objects, index, clock }: ReindexPorts,
  submission: StoredSubmission,
): Promise<SubmissionStates> {
  const before = await readStates(index, submission.id);
  if (before !== undefined) return before;
  const cancel = await getIfReadable(objects, keys.submissionCancel(submission.id), SubmissionCancel); // the sweep lists it
  const cancelled = cancel === undefined ? {} : { cancelledAt: cancel.cancelledAt };
  await createSubmission(index, submission, clock.nowMs(), { ...cancelled, isRebuilt: true });
  const created = await readStates(index, submission.id);
  if (created === undefined) throw new Error(`the index has lost the submission ${submission.id}`);
  return created;
}

async function writeStates(
  ports: ReindexPorts,
  submission: StoredSubmission,
  { stored }: SubmissionStates,
  derived: ReadonlyMap<number, HandledState>,
): Promise<void> {
  const { index } = ports;
  const { id, request, runs } = submission;
  if (stored.size > 0 || !(await writeAtOnce(ports, submission, derived)))
    await repairStates(index, submission, stored, derived);
  for (const [ordinal, { state, isHandled }] of derived) {
    const run = runs[ordinal]?.run;
    if (isHandled && !isFinal(state) && run !== undefined) await resolveWaiting(ports, request.suite, run); // sealed meanwhile
  }
  await repairCounts(index, id);
}

const STATES_PER_WRITE = 50;

/** Writes the states of a submission without any, in few transactions. Returns false if another process has written one. */
async function writeAtOnce(
  { index }: ReindexPorts,
  { id, request: { suite }, runs }: StoredSubmission,
  derived: ReadonlyMap<number, HandledState>,
): Promise<boolean> {
  const states: IndexWrite[][] = [];
  for (const [ordinal, { state, isHandled, isUnreadable }] of derived) {
    if (state.state === "cancelled" || state.state === "queued") continue;
    const value = {
      term: 0,
      state: indexedState(state),
      ...(isHandled ? { isHandled: true as const } : {}),
      ...(isUnreadable === true ? { isUnreadable } : {}),
    };
    const put = { kind: "put", ...indexKeys.runState(id, ordinal), value, condition: { ifAbsent: true } } as const;
    const run = runs[ordinal]?.run;
    states.push([
      put,
      ...waitingWrites({ id, ordinal, suite, ...(run === undefined ? {} : { run }) }, undefined, value),
    ]);
  }
  for (let at = 0; at < states.length; at += STATES_PER_WRITE) {
    const [first, ...others] = states.slice(at, at + STATES_PER_WRITE).flat();
    if (first !== undefined && (await index.write([first, ...others])).outcome === "refused") return false;
  }
  return true;
}

/** Makes the submission's reservations again: of the dollars of its month, and of the runs of this day. */
async function restoreReservations({ index, clock }: ReindexPorts, submission: StoredSubmission): Promise<void> {
  const { owner, createdAt, reservation, runs } = submission;
  const then = { nowMs: () => Date.parse(createdAt) };
  await restoreReservation(index, submission);
  const isToday = createdAt.slice(0, 10) === new Date(clock.nowMs()).toISOString().slice(0, 10);
  if (isToday && reservation !== undefined)
    await reserveRuns({ index, clock: then }, owner, reservation, runs.length, Number.MAX_SAFE_INTEGER);
}
