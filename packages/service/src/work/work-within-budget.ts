import { keys } from "@medhelm/core/store/object-keys";
import { getJson } from "@medhelm/core/store/objects";
import type { ObjectStore } from "@medhelm/core/ports";
import { isLeaseHeld } from "@medhelm/core/jobs/lease";
import { type DispatchMessage, StoredSubmission } from "@medhelm/core/submission";
import type { MachineMeter } from "../money/machine-meter.ts";
import { concernsRun, markFailed, nextStep } from "../submissions/submission-run-state.ts";

export interface PaidJob extends DispatchMessage {
  readonly signal: AbortSignal;
}

/**
 * Runs a job's work, including the start of its model server, while the submission's budget pays for the machine. When
 * the budget refuses more time, every remaining run of this job fails with the reason, so that no other job starts for
 * it. Closes the meter.
 */
export async function workWithinBudget(
  objects: ObjectStore,
  meter: MachineMeter,
  job: PaidJob,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  try {
    if (meter.refused() === undefined) await work(AbortSignal.any([job.signal, meter.signal]));
  } catch (error) {
    if (job.signal.aborted || !meter.signal.aborted) throw error;
    if (meter.refused() === undefined) throw meter.signal.reason;
  } finally {
    await meter.close();
  }
  const refused = meter.refused();
  if (refused !== undefined) await failRest(objects, job, refused.message);
}

async function failRest(objects: ObjectStore, job: PaidJob, reason: string): Promise<void> {
  const submission = await getJson(objects, keys.submission(job.submission), StoredSubmission);
  if (submission === undefined) return;
  for (const run of submission.runs.filter((one) => concernsRun(job, one))) {
    const step = await nextStep(objects, submission, run);
    if (step.by !== "worker" || step.deployment !== job.deployment || step.role !== job.role) continue;
    // a sibling job of the same array works on it, and its own machine is paid
    if (await isLeaseHeld(objects, keys.lease(submission.request.suite, run.run))) continue;
    await markFailed(objects, job.submission, run.run, { reason, code: "budget" });
  }
}
