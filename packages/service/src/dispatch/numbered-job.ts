import type { Compute, Job, JobRequest } from "@medhelm/core/ports";
import { isInterruption, isActive, MAX_JOB_FAULTS } from "@medhelm/core/jobs/job";
import { claimStart, readStart, type StartClaimPorts } from "../index/start-claims.ts";

export interface NumberedJobPorts extends StartClaimPorts {
  readonly compute: Compute;
}

/**
 * No further job starts: MAX_JOB_FAULTS jobs have failed for a reason of their own, or `maxJobs` jobs did not finish.
 */
export interface GivenUp {
  readonly isFaulty: boolean;
  readonly last: Job | undefined;
}

/** Whether a job of the series is active. */
export async function hasActiveJob(
  { compute }: Pick<NumberedJobPorts, "compute">,
  nameOf: (n: number) => string,
): Promise<boolean> {
  for (let n = 1; ; n++) {
    const jobs = await compute.findByName(nameOf(n));
    if (jobs.length === 0) return false;
    if (jobs.some(isActive)) return true;
  }
}

/**
 * Makes sure that one job of a numbered series is active. Each job has a number from 1 in its name. The start of a job is claimed in the
 * index, and its name is looked up before it is submitted. Therefore a second delivery starts no second job, at the same time or late. An interrupted job does not count as a fault. A job that succeeded although it is requested again left work undone, so the
 * next one follows it.
 */
export async function startNumberedJob(
  { compute, ...ports }: NumberedJobPorts,
  nameOf: (n: number) => string,
  { maxJobs, ...request }: Pick<JobRequest, "definition" | "environment" | "arraySize"> & { readonly maxJobs: number },
): Promise<GivenUp | undefined> {
  const series = nameOf(0);
  const seen = await readStart(ports, series);
  let faults = 0;
  let last: Job | undefined;
  for (let n = 1; n <= maxJobs; n++) {
    const name = nameOf(n);
    const jobs = await compute.findByName(name);
    last = jobs.find(isActive) ?? jobs[0];
    if (last === undefined) {
      if (await claimStart(ports, series, n, seen)) await compute.submit({ name, ...request });
      return undefined;
    }
    if (isActive(last)) return undefined;
    if (last.state === "failed" && !isInterruption(last.reason)) faults++;
    if (faults === MAX_JOB_FAULTS) return { isFaulty: true, last };
  }
  return { isFaulty: false, last };
}
