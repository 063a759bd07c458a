import { keys } from "@medhelm/core/store/object-keys";
import { getJson } from "@medhelm/core/store/objects";
import type { Compute, ObjectStore } from "@medhelm/core/ports";
import { isActive, JobRecord } from "@medhelm/core/jobs/job";
import type { DispatchMessage } from "@medhelm/core/submission";

export interface JobsToCancel {
  /** makes the dispatcher cancel all jobs; undefined: there is nothing to cancel */
  readonly message: DispatchMessage | undefined;
  /** A job waits or runs, as the compute service reports. */
  readonly isActive: boolean;
}

/**
 * Finds the jobs that a cancelled submission still has. The API's own message may have been lost, and a job costs money
 * until it ends.
 */
export async function jobsToCancel(
  { objects, compute }: { readonly objects: ObjectStore; readonly compute?: Pick<Compute, "describeAll"> },
  submission: string,
): Promise<JobsToCancel> {
  const records: JobRecord[] = [];
  for await (const { key } of objects.list(keys.jobs(submission))) {
    const record = await getJson(objects, key, JobRecord);
    if (record !== undefined) records.push(record);
  }
  const jobs = await compute?.describeAll(records.flatMap(({ id }) => id ?? []));
  const messageOf = (record: JobRecord | undefined): DispatchMessage | undefined =>
    record && { submission, deployment: record.deployment, role: record.role };
  const underWay = records.find(({ id }) => isActive(id === undefined ? undefined : jobs?.get(id)));
  // no id, or no compute service to ask: the dispatcher finds out
  const unknown = records.findLast(({ id }) => id === undefined || jobs === undefined);
  return { message: messageOf(underWay ?? unknown), isActive: underWay !== undefined };
}
