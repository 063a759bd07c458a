import { keys } from "@medhelm/core/store/object-keys";
import { getJson, putJson } from "@medhelm/core/store/objects";
import { updateJson } from "@medhelm/core/store/update-json";
import { lastTerm } from "@medhelm/core/jobs/lease";
import { Identity } from "@medhelm/core/run/identity";
import { RunFailure } from "@medhelm/core/run/progress";
import type { Clock, Index, ObjectStore } from "@medhelm/core/ports";
import { type AggregateMessage, DispatchMessage, ReleaseMessage, StoredSubmission } from "@medhelm/core/submission";
import { aggregateMessages } from "../aggregate/s3-event.ts";
import { findJobRecord } from "../dispatch/find-job-record.ts";
import { readyRuns } from "../dispatch/ready-runs.ts";
import { refreshRelease } from "../index/releases.ts";
import { findAssembled } from "../work/assembly/assembled.ts";
import { runState } from "../submissions/run-state.ts";
import { runOf, settleFailed } from "../index/settle-run.ts";
import { resolveWaiting } from "../index/run-states.ts";

export interface FailurePorts {
  readonly objects: ObjectStore;
  readonly index?: Index;
  readonly clock: Clock;
}

/**
 * Records the failure of a message that was delivered too often without success, next to the runs or the release that
 * it concerns. A message that it cannot read throws.
 */
export async function recordDeadLetter(ports: FailurePorts, body: string): Promise<void> {
  const message: unknown = JSON.parse(body);
  const dispatched = DispatchMessage.safeParse(message);
  if (dispatched.success) return failReadyRuns(ports, dispatched.data);
  const released = ReleaseMessage.safeParse(message);
  if (released.success) return failRelease(ports, released.data.release);
  for (const attempt of aggregateMessages(body))
    if (attempt.isEnded !== true)
      await failRun(ports, attempt, "the stats could not be computed: the aggregator gave up after several tries");
}

/**
 * Fails the candidate's runs, or those that wait for the judge. If another message has started the job meanwhile, that
 * job takes care of them.
 */
async function failReadyRuns(ports: FailurePorts, message: DispatchMessage): Promise<void> {
  const { objects } = ports;
  const job = await findJobRecord(objects, message);
  if (job?.record.id !== undefined) return;
  const submission = await getJson(objects, keys.submission(message.submission), StoredSubmission);
  if (submission === undefined) return;
  const reason = "no job could be started for this deployment: the dispatcher gave up after several tries";
  for (const { run } of await readyRuns(objects, submission, message, undefined))
    await settleFailed(ports, runOf(submission, run), { reason, code: "given_up" });
}

/** Skips a run that a worker works on, and an attempt that a later one has replaced: the other one is aggregated. */
async function failRun(ports: FailurePorts, { suite, run, folder }: AggregateMessage, reason: string): Promise<void> {
  const { objects, clock } = ports;
  const { state } = await runState(objects, suite, run);
  if (state !== "judged" && state !== "scored") return;
  const identity = await getJson(
    objects,
    keys.identity(suite, run),
    Identity.pick({ formatVersion: true, generation: true, folder: true }),
  );
  const assembled = await findAssembled(objects, suite, run, identity);
  if (assembled === undefined || (folder !== undefined && folder !== assembled.folder)) return;
  const failure: RunFailure = { formatVersion: 1, reason, code: "given_up", at: new Date(clock.nowMs()).toISOString() };
  const { term } = await lastTerm(objects, keys.lease(suite, run));
  await updateJson(objects, keys.failed(suite, run), RunFailure, (stored) =>
    stored !== undefined && (stored.term ?? term) >= term ? undefined : failure,
  );
  await resolveWaiting(ports, suite, run);
}

async function failRelease(ports: FailurePorts, release: string): Promise<void> {
  const { objects, clock } = ports;
  if ((await objects.head(keys.sitePublished(release))) !== undefined) return;
  const reason = "the release could not be made: its function gave up after several tries";
  const at = new Date(clock.nowMs()).toISOString();
  await putJson(objects, keys.releaseFailed(release), { formatVersion: 1, reason, at }, { ifAbsent: true });
  await refreshRelease(ports, release);
}
