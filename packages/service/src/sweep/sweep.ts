import { sha256Hex } from "@medhelm/core/store/canonical";
import { keys } from "@medhelm/core/store/object-keys";
import { getJson, putJson } from "@medhelm/core/store/objects";
import type { Clock, Compute, Index, ObjectStore, Queue } from "@medhelm/core/ports";
import { type ReleaseMessage, StoredSubmission } from "@medhelm/core/submission";
import { mapBounded } from "../concurrency/map-bounded.ts";
import { deleteExpiredInputs } from "./expired-inputs.ts";
import { jobsToCancel } from "./jobs-to-cancel.ts";
import { checkMarks, isAbandoned, markOpen, type OpenSubmission, openSubmissions } from "./open-submissions.ts";
import { type OpenWork, openWork } from "./open-work.ts";

export interface SweepPorts {
  readonly objects: ObjectStore;
  readonly index?: Index;
  readonly dispatchQueue: Queue;
  readonly aggregateQueue: Queue;
  readonly releaseQueue: Queue;
  readonly clock: Clock;
  /**
   * If present, the sweep does not read the runs of active jobs. Absent: it reads all open runs, and the dispatcher
   * finds their jobs.
   */
  readonly compute?: Pick<Compute, "describeAll">;
  /** How many submissions one sweep reads. Those that it read longest ago come first. */
  readonly maxSubmissions?: number;
  /** Reports a submission that fails (e.g. a damaged file), so that the sweep continues with the others. */
  report(error: unknown, key: string): void;
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

/**
 * Reads every open submission and sends a message for each piece of work that no job does. Events may be lost; the
 * sweep finds what they missed. Sending a message twice is harmless, because every handler is idempotent.
 */
export async function sweep(ports: SweepPorts): Promise<SweepReport> {
  const { objects, maxSubmissions = MAX_SUBMISSIONS } = ports;
  const isNewDay = await checkMarks(objects);
  const open = await openSubmissions(objects);
  let submissions = 0;
  let dispatched = 0;
  let aggregated = 0;
  await mapBounded(open.slice(0, maxSubmissions), SUBMISSIONS_AT_ONCE, async (one) => {
    try {
      const swept = await sweepSubmission(ports, one);
      if (swept === undefined) return;
      submissions++;
      dispatched += swept.dispatch.length;
      aggregated += swept.aggregate.length;
      if (swept.isFinished) return;
    } catch (error) {
      ports.report(error, keys.submission(one.id));
    }
    if (open.length > maxSubmissions) await markOpen(objects, one.id); // moves it to the end of the queue
  });
  if (isNewDay)
    await deleteExpiredInputs(
      objects,
      open.map(({ id }) => id),
    ).catch((error: unknown) => ports.report(error, keys.inputs()));
  return { submissions, dispatched, aggregated, released: await sweepReleases(ports) };
}

/** Sends a submission's messages and returns them; undefined if the submission is finished or not stored yet. */
async function sweepSubmission(ports: SweepPorts, { id, mark }: OpenSubmission): Promise<OpenWork | undefined> {
  const { objects, aggregateQueue, dispatchQueue, clock } = ports;
  const submission = await getJson(objects, keys.submission(id), StoredSubmission);
  const isDone = (await objects.head(keys.submissionDone(id))) !== undefined;
  if (submission === undefined || isDone) {
    if (isDone || isAbandoned(mark)) await objects.delete(mark.key);
    return undefined;
  }
  const work = await openWork({ ...ports, isThorough: isThoroughTurn(id, clock.nowMs()) }, submission);
  for (const message of work.aggregate) await aggregateQueue.send(JSON.stringify(message));
  for (const message of work.dispatch) await dispatchQueue.send(JSON.stringify(message));
  if (work.isNews) await putJson(objects, keys.submissionSettled(id), work.settled);
  if (work.isFinished) {
    const left = work.isCancelled ? await jobsToCancel(ports, id) : undefined;
    if (left?.message !== undefined) await dispatchQueue.send(JSON.stringify(left.message));
    if (left?.isActive === true) return { ...work, isFinished: false };
    const at = new Date(clock.nowMs()).toISOString();
    await putJson(objects, keys.submissionDone(id), { formatVersion: 1, at });
    await objects.delete(mark.key);
  }
  return work;
}

const TURN_MS = 5 * 60 * 1000;
const TURNS = 12;
/**
 * True in one five-minute turn of twelve. The turn differs between submissions, so that one sweep never reads a hundred
 * of them completely.
 */
function isThoroughTurn(id: string, nowMs: number): boolean {
  const own = Number.parseInt(sha256Hex(id).slice(0, 8), 16);
  return (Math.floor(nowMs / TURN_MS) + own) % TURNS === 0;
}

/**
 * Sends requested releases that have no site yet. It skips failed ones, because their requester must change something
 * first.
 */
async function sweepReleases({ objects, releaseQueue }: SweepPorts): Promise<number> {
  let released = 0;
  for await (const { key } of objects.list(keys.releaseRequests())) {
    const release = key.slice(keys.releaseRequests().length, -".json".length);
    const seen = await Promise.all([
      objects.head(keys.sitePublished(release)),
      objects.head(keys.releaseFailed(release)),
    ]);
    if (seen.some((found) => found !== undefined)) continue;
    const message: ReleaseMessage = { release };
    await releaseQueue.send(JSON.stringify(message));
    released++;
  }
  return released;
}
