import { UnreadableObject } from "@medhelm/core/store/objects";
import type { Clock, Compute, Index, ObjectStore } from "@medhelm/core/ports";
import { isActive, type JobRecord } from "@medhelm/core/jobs/job";
import type { DispatchMessage } from "@medhelm/core/submission";
import { jobRecordsOf } from "../dispatch/find-job-record.ts";
import { type JobClaim, liveClaims } from "../index/job-claims.ts";

export interface JobsToCancel {
  /** makes the dispatcher cancel all jobs; undefined: there is nothing to cancel */
  readonly message: DispatchMessage | undefined;
  /** A job waits or runs, as the compute service reports, or a dispatcher is about to start one. */
  readonly isActive: boolean;
}

export interface CancelPorts {
  readonly objects: ObjectStore;
  readonly index: Index;
  readonly clock: Pick<Clock, "nowMs">;
  readonly compute?: Pick<Compute, "describeAll">;
}

/**
 * Finds the jobs that a cancelled submission still has. The API's own message may have been lost, and a job costs money
 * until it ends.
 */
export async function jobsToCancel(
  { objects, index, clock, compute }: CancelPorts,
  submission: string,
): Promise<JobsToCancel> {
  const claims = await liveClaims(index, submission, clock.nowMs());
  const records: JobRecord[] = [];
  let unreadable: UnreadableObject | undefined;
  for await (const stored of jobRecordsOf(objects, submission))
    if (stored instanceof UnreadableObject) unreadable = stored;
    else records.push(stored.record);
  const jobs = await compute?.describeAll(records.flatMap(({ id }) => id ?? []));
  const active = records.find(({ id }) => isActive(id === undefined ? undefined : jobs?.get(id)));
  const starting = claims.find((claim) => !records.some((record) => hasStarted(record, claim)));
  // no id, or no compute service to ask: the dispatcher finds out
  const unknown = records.findLast(({ id }) => id === undefined || jobs === undefined);
  const found = active ?? starting ?? unknown;
  if (found === undefined && unreadable !== undefined) throw unreadable; // its job may still cost money
  return {
    message: found && { submission, deployment: found.deployment, role: found.role },
    isActive: active !== undefined || starting !== undefined,
  };
}

const hasStarted = ({ deployment, role, attempt, id }: JobRecord, claim: JobClaim): boolean =>
  deployment === claim.deployment && role === claim.role && attempt >= claim.attempt && id !== undefined;
