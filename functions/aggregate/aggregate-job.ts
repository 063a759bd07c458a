import { createHash } from "node:crypto";
import type { Compute, Job } from "@medhelm/core/ports";
import { isInterruption, MAX_JOB_FAULTS } from "@medhelm/core/run/job";
import type { RunToAggregate } from "./handler.ts";

/** Bounds what interruption alone may cost. */
const MAX_ATTEMPTS = 20;

/**
 * Sees to it that one job aggregates a run of this generation: the jobs' names follow from it, and each is looked up before it is
 * submitted. Once `MAX_JOB_FAULTS` jobs have failed by a fault of their own, it throws with the last reason, so that the message ends
 * among the dead letters, where the run is marked as failed.
 */
export function aggregateJob(compute: Compute): (run: RunToAggregate) => Promise<void> {
  return async (run) => {
    let faults = 0;
    let last: Job | undefined;
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      const name = aggregateJobName(run, attempt);
      const job = await compute.findByName(name);
      if (job === undefined) {
        const environment = { MEDHELM_SUITE: run.suite, MEDHELM_RUN: run.run };
        await compute.submit({ name, definition: "aggregate", environment });
        return;
      }
      if (job.state === "waiting" || job.state === "running") return;
      if (job.state === "failed" && !isInterruption(job.reason)) faults++;
      last = job;
      if (faults === MAX_JOB_FAULTS) break;
    }
    const how = faults === MAX_JOB_FAULTS ? `failed ${faults} times` : `came to no end in ${MAX_ATTEMPTS} jobs`;
    throw new Error(`the aggregation of ${run.run} ${how}, last: ${last?.reason ?? "no reason was given"}`);
  };
}

/** A run's name is longer than a job's may be, and has characters that it may not have. */
export function aggregateJobName({ suite, run, generation }: RunToAggregate, attempt: number): string {
  const hash = createHash("sha256")
    .update(JSON.stringify([suite, run, generation]))
    .digest("hex");
  return `aggregate-${hash.slice(0, 32)}-${attempt}`;
}
