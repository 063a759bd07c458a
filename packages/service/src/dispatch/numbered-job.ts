import type { Compute, Job, JobRequest } from "@medhelm/core/ports";
import { isInterruption, isActive, MAX_JOB_FAULTS } from "@medhelm/core/jobs/job";

/** No further job is started: MAX_JOB_FAULTS have failed by a fault of their own, or `maxJobs` have come to no end. */
export interface GivenUp {
  readonly isFaulty: boolean;
  readonly last: Job | undefined;
}

/**
 * Sees to it that one job of a row is under way: each under a name of its own number, from 1, looked up before it is submitted. One that
 * was interrupted is no fault of its own. A job that succeeded and is asked for again has left something undone, and is followed by the next.
 */
export async function startNumberedJob(
  compute: Compute,
  nameOf: (n: number) => string,
  { maxJobs, ...request }: Pick<JobRequest, "definition" | "environment"> & { readonly maxJobs: number },
): Promise<GivenUp | undefined> {
  let faults = 0;
  let last: Job | undefined;
  for (let n = 1; n <= maxJobs; n++) {
    const name = nameOf(n);
    last = await compute.findByName(name);
    if (last === undefined) {
      await compute.submit({ name, ...request });
      return undefined;
    }
    if (isActive(last)) return undefined;
    if (last.state === "failed" && !isInterruption(last.reason)) faults++;
    if (faults === MAX_JOB_FAULTS) return { isFaulty: true, last };
  }
  return { isFaulty: false, last };
}
