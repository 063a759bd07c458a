import { keys } from "@medhelm/core/store/object-keys";
import { getJson } from "@medhelm/core/store/objects";
import type { Clock, Compute, Index, ObjectStore } from "@medhelm/core/ports";
import { isActive, JobRecord } from "@medhelm/core/jobs/job";
import type { DispatchMessage } from "@medhelm/core/submission";
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
  for await (const { key } of objects.list(keys.jobs(submission))) {
    const record = await getJson(objects, key, JobRecord);
    if (record !== undefined) records.push(record);
  }
  const jobs = await compute?.describeAll(records.flatMap(({ id }) => id ?? []));
  const active = records.find(({ id }) => isActive(id === undefined ? undefined : jobs?.get(id)));
  const starting = claims.find((claim) => !records.some((record) => hasStarted(record, claim)));
  // no id, or no compute service to ask: the dispatcher finds out
  const unknown = records.findLast(({ id }) => id === undefined || jobs === undefined);
  const found = active ?? starting ?? unknown;
  return {
    message: found && { submission, deployment: found.deployment, role: found.role },
    isActive: active !== undefined || starting !== undefined,
  };
}

const hasStarted = ({ deployment, role, attempt, id }: JobRecord, claim: JobClaim): boolean =>
  deployment === claim.deployment && role === claim.role && attempt >= claim.attempt && id !== undefined;
