import { keys } from "@medhelm/core/object-keys";
import { getJson } from "@medhelm/core/objects";
import type { Compute, ObjectStore } from "@medhelm/core/ports";
import { JobRecord } from "@medhelm/core/run/job";
import type { DispatchMessage } from "@medhelm/core/submission";

export interface JobsToCancel {
  /** has the dispatcher cancel all of them; undefined: there is nothing to cancel */
  readonly message: DispatchMessage | undefined;
  /** A job is known to wait or to run. */
  readonly isUnderWay: boolean;
}

/** What is left to stop of a cancelled submission: the API's own message may have been lost, and a job costs money until it ends. */
export async function jobsToCancel(
  { objects, compute }: { readonly objects: ObjectStore; readonly compute?: Pick<Compute, "describe"> },
  submission: string,
): Promise<JobsToCancel> {
  let message: DispatchMessage | undefined;
  for await (const { key } of objects.list(keys.jobs(submission))) {
    const record = await getJson(objects, key, JobRecord);
    if (record === undefined) continue;
    const { deployment, role } = record;
    const job = record.id === undefined ? undefined : await compute?.describe(record.id);
    const isUnderWay = job?.state === "waiting" || job?.state === "running";
    if (isUnderWay) return { message: { submission, deployment, role }, isUnderWay };
    // without an id, or nobody here to ask: the dispatcher finds out
    if (record.id === undefined || compute === undefined) message = { submission, deployment, role };
  }
  return { message, isUnderWay: false };
}
