import { keys } from "@medhelm/core/store/object-keys";
import { getJson, UnreadableObject } from "@medhelm/core/store/objects";
import type { Index, ObjectStore, Queue } from "@medhelm/core/ports";
import { machineName } from "@medhelm/core/money/machine-time";
import { StoredRelease } from "@medhelm/core/release/release-request";
import { type JobRecord, jobName } from "@medhelm/core/jobs/job";
import { isCpuQueue } from "@medhelm/core/jobs/job-places";
import type { DispatchMessage, ReleaseMessage } from "@medhelm/core/submission";
import { z } from "zod";
import { jobRecordsOf } from "../dispatch/find-job-record.ts";
import { poolMessage, poolOfJob, waitingEntry } from "../pools/tend-pools.ts";
import { openReleases } from "../index/releases.ts";
import { isJobOf, startOfRelease } from "../release/release-job-names.ts";
import { requestId } from "../release/request-id.ts";

const Times = { startedAt: z.number().optional(), stoppedAt: z.number().optional() };

/** EventBridge's event for each state change of a Batch job. Times are Unix milliseconds. */
export const JobEvent = z.object({
  "detail-type": z.literal("Batch Job State Change"),
  detail: z.object({
    jobId: z.string(),
    jobName: z.string(),
    /** the queue's ARN */
    jobQueue: z.string(),
    status: z.string(),
    statusReason: z.string().optional(),
    ...Times,
    /** Batch's own attempts: after a Spot reclaim, or exit code 75 */
    attempts: z.array(z.object(Times)).default([]),
    arrayProperties: z.object({ size: z.int().optional(), index: z.int().optional() }).optional(),
  }),
});
export type JobEvent = z.infer<typeof JobEvent>;

/** A worker's job, or one job of an array, whose machine has been returned. */
export interface EndedJob {
  readonly jobId: string;
  /** the dispatcher's name for the job; with its number in an array (machineName) */
  readonly name: string;
  readonly submission: string;
  readonly deployment: string;
  readonly role: DispatchMessage["role"];
  /** The periods in which the job had its machine, in Unix milliseconds. */
  readonly periods: readonly { readonly startedAtMs: number; readonly stoppedAtMs: number }[];
}

export interface JobEventPorts {
  readonly objects: ObjectStore;
  readonly index: Index;
  readonly dispatchQueue: Pick<Queue, "send">;
  readonly releaseQueue: { send(body: string): Promise<void> };
  /** Writes the job's cost into the ledger; safe to repeat. Absent: nothing is charged. */
  readonly recordGpuJob?: (job: EndedJob) => Promise<void>;
}

/** Longer than a worker's lease on S3 (functions/worker), which a killed worker leaves behind. */
export const AFTER_LEASE_MS = 90_000;

/**
 * Handles the end of one of our jobs: the dispatcher acts now, not at the next sweep. It starts the next attempt, or
 * fails the job's runs with Batch's reason. Events come twice, late and in any order, so only the end of the newest
 * attempt counts.
 */
export async function recordJobEvent(ports: JobEventPorts, { detail }: JobEvent): Promise<void> {
  if (detail.status !== "SUCCEEDED" && detail.status !== "FAILED") return;
  const release = await releaseOf(ports, detail.jobName);
  if (release !== undefined) {
    const message: ReleaseMessage = { release };
    // after the files comes the site, and after the site nothing
    const isLast = detail.jobName.startsWith("site-") && detail.status === "SUCCEEDED";
    if (!isLast && detail.arrayProperties?.index === undefined) await ports.releaseQueue.send(JSON.stringify(message));
    return;
  }
  const found = await recordNamed(ports.objects, detail.jobName);
  if (found === undefined) return tellOfPool(ports, detail.jobName);
  const { submission, deployment, role } = found.record;
  const index = detail.arrayProperties?.index;
  if (hadGpus(detail))
    await ports.recordGpuJob?.({
      jobId: detail.jobId,
      name: machineName(detail.jobName, index),
      submission,
      deployment,
      role,
      periods: periodsOf(detail),
    });
  // the end of one job of an array is not the end of the array
  if (index !== undefined || found.record.attempt !== found.attempt) return;
  const message: DispatchMessage = { submission, deployment, role };
  await ports.dispatchQueue.send(JSON.stringify(message));
  // The dispatcher starts no job for a run with a lease, and the next sweep may be a quarter of an hour away.
  await ports.dispatchQueue.send(JSON.stringify(message), { delayMs: AFTER_LEASE_MS });
}

/** Returns the release whose files or site this job builds; undefined for any other job, and for a release that needs no further step. */
async function releaseOf({ objects, index }: JobEventPorts, name: string): Promise<string | undefined> {
  const job = startOfRelease(name);
  if (job === undefined) return undefined;
  for await (const release of openReleases(index, job.start)) {
    const stored = await getJson(objects, keys.releaseRequest(release), StoredRelease);
    if (stored !== undefined && isJobOf(name, release, requestId(stored), job.attempt)) return release;
  }
  return undefined;
}

/** A shard that came while the worker of its pool stopped needs a new worker. */
async function tellOfPool(ports: JobEventPorts, name: string): Promise<void> {
  const pool = poolOfJob(name);
  const entry = pool === undefined ? undefined : await waitingEntry(ports, pool);
  if (entry !== undefined) await ports.dispatchQueue.send(JSON.stringify(poolMessage(entry)));
}

/**
 * An array's parent has no machine. With pools, the jobs of a served deployment encode and assemble without GPUs, and its shards pay for
 * the machines.
 */
function hadGpus({ jobQueue, arrayProperties }: JobEvent["detail"]): boolean {
  const isParent = arrayProperties?.size !== undefined && arrayProperties.index === undefined;
  return !isParent && !isCpuQueue(jobQueue);
}

function periodsOf({ attempts, startedAt, stoppedAt }: JobEvent["detail"]): EndedJob["periods"] {
  const all = attempts.length > 0 ? attempts : [{ startedAt, stoppedAt }];
  return all.flatMap((one) =>
    one.startedAt === undefined || one.stoppedAt === undefined
      ? []
      : [{ startedAtMs: one.startedAt, stoppedAtMs: one.stoppedAt }],
  );
}

/**
 * Finds the record of the job with this name. Submission and deployment names may contain "-", so it tries each "-" as
 * the separator.
 */
async function recordNamed(
  objects: ObjectStore,
  name: string,
): Promise<{ readonly record: JobRecord; readonly attempt: number } | undefined> {
  const attempt = Number(/-(?:candidate|judge)-(\d+)$/.exec(name)?.[1]);
  if (Number.isNaN(attempt)) return undefined;
  for (let end = name.indexOf("-"); end > 0; end = name.indexOf("-", end + 1)) {
    let unreadable: UnreadableObject | undefined;
    for await (const stored of jobRecordsOf(objects, name.slice(0, end)))
      if (stored instanceof UnreadableObject) unreadable = stored;
      else if (jobName({ ...stored.record, attempt }) === name) return { record: stored.record, attempt };
    if (unreadable !== undefined) throw unreadable;
  }
  return undefined;
}
