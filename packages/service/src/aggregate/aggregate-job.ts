import { createHash } from "node:crypto";
import type { Compute } from "@medhelm/core/ports";
import { MAX_JOB_FAULTS } from "@medhelm/core/jobs/job";
import { startNumberedJob } from "../dispatch/numbered-job.ts";
import type { RunToAggregate } from "./aggregate-run.ts";

/** Bounds what interruption alone may cost. */
const MAX_ATTEMPTS = 20;

/**
 * Sees to it that one job aggregates a run of this generation: the jobs' names follow from it, and each is looked up before it is
 * submitted. Once `MAX_JOB_FAULTS` jobs have failed by a fault of their own, it throws with the last reason, so that the message ends
 * among the dead letters, where the run is marked as failed.
 */
export function aggregateJob(compute: Compute): (run: RunToAggregate) => Promise<void> {
  return async (run) => {
    const environment = { MEDHELM_SUITE: run.suite, MEDHELM_RUN: run.run };
    const request = { definition: "aggregate" as const, environment, maxJobs: MAX_ATTEMPTS };
    const givenUp = await startNumberedJob(compute, (n) => aggregateJobName(run, n), request);
    if (givenUp === undefined) return;
    const how = givenUp.isFaulty ? `failed ${MAX_JOB_FAULTS} times` : `came to no end in ${MAX_ATTEMPTS} jobs`;
    throw new Error(`the aggregation of ${run.run} ${how}, last: ${givenUp.last?.reason ?? "no reason was given"}`);
  };
}

/** A run's name is longer than a job's may be, and has characters that it may not have. */
export function aggregateJobName({ suite, run, generation }: RunToAggregate, attempt: number): string {
  const hash = createHash("sha256")
    .update(JSON.stringify([suite, run, generation]))
    .digest("hex");
  return `aggregate-${hash.slice(0, 32)}-${attempt}`;
}
