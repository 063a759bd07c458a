import { keys } from "@medhelm/core/store/object-keys";
import { UnreadableObject } from "@medhelm/core/store/objects";
import type { ReleaseMessage } from "@medhelm/core/submission";
import { mapBounded } from "../concurrency/map-bounded.ts";
import { freeReservation } from "../index/account.ts";
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
import { moveDue, moveUnreadable, readSubmissionRecord } from "../index/submission-record.ts";
import { refreshSuite } from "../index/suites.ts";
import { poolMessages } from "../pools/tend-pools.ts";
import { unreadableReason } from "../submissions/submission-run-state.ts";
import { PACE, type SweepPorts, UNREADABLE_MS } from "./sweep-ports.ts";
import { sweepSubmission } from "./sweep-submission.ts";

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
    for (const message of await poolMessages(ports)) await ports.dispatchQueue.send(JSON.stringify(message));
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
