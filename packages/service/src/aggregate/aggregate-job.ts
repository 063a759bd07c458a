import { createHash } from "node:crypto";
import { MAX_JOB_FAULTS } from "@medhelm/core/jobs/job";
import { type NumberedJobPorts, startNumberedJob } from "../dispatch/numbered-job.ts";
import type { RunToAggregate } from "./aggregate-run.ts";

/** Limits the cost of a job that is interrupted again and again. */
const MAX_ATTEMPTS = 20;

/**
 * Makes sure that one job aggregates this attempt at the run. The job's name follows from the attempt, and
 * `startNumberedJob` looks the name up before it submits a job.
 * @throws Error with the last reason after `MAX_JOB_FAULTS` failed jobs: the message becomes a dead letter, and the run
 *   is marked as failed
 */
export function aggregateJob(ports: NumberedJobPorts): (run: RunToAggregate) => Promise<void> {
  return async (run) => {
    const environment = { MEDHELM_SUITE: run.suite, MEDHELM_RUN: run.run, MEDHELM_FOLDER: run.folder };
    const request = { definition: "aggregate" as const, environment, maxJobs: MAX_ATTEMPTS };
    const givenUp = await startNumberedJob(ports, (n) => aggregateJobName(run, n), request);
    if (givenUp === undefined) return;
    const how = givenUp.isFaulty ? `failed ${MAX_JOB_FAULTS} times` : `did not finish in ${MAX_ATTEMPTS} jobs`;
    throw new Error(`the aggregation of ${run.run} ${how}, last: ${givenUp.last?.reason ?? "no reason was given"}`);
  };
}

/** A hash, because a run's name may be too long for a job's name and contains characters that Batch refuses. */
export function aggregateJobName({ suite, run, generation, folder }: RunToAggregate, attempt: number): string {
  const hash = createHash("sha256")
    .update(JSON.stringify([suite, run, generation, folder]))
    .digest("hex");
  return `aggregate-${hash.slice(0, 32)}-${attempt}`;
}
