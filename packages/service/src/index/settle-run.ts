import type { StoredSubmission } from "@medhelm/core/submission";
import { markDone, markFailed } from "../submissions/submission-run-state.ts";
import { type RunOfSubmission, recordHandled, recordRunState, type SealPorts } from "./run-states.ts";

/** The run's position in the submission. */
export const runOf = ({ id, runs }: StoredSubmission, run: string): RunOfSubmission => ({
  id,
  ordinal: runs.findIndex((one) => one.run === run),
});

/** Records that a worker has finished a run for its submission: first the object, then the index. */
export async function settleDone(ports: SealPorts, submission: StoredSubmission, run: string): Promise<void> {
  await markDone(ports.objects, submission.id, run);
  await recordHandled(ports, { ...runOf(submission, run), suite: submission.request.suite, run });
}

/** Records that a run has failed for its submission: first the object, then the index. `reason`: one sentence for the user. */
export async function settleFailed(
  { objects, index, clock }: SealPorts,
  submission: StoredSubmission,
  run: string,
  reason: string,
): Promise<void> {
  await markFailed(objects, submission.id, run, reason);
  const state = { state: "failed" as const, reason };
  if (index !== undefined)
    await recordRunState(index, runOf(submission, run), { state, atMs: clock.nowMs(), isHandled: true });
}
