import type { ObjectStore } from "@medhelm/core/ports";
import type { RunState, StoredSubmission } from "@medhelm/core/submission";
import { CONCURRENT_READS, mapBounded } from "../concurrency/map-bounded.ts";
import { isFinal, type StateName } from "./run-state.ts";
import { readFolder, type SubmissionFolder } from "./submission-folder.ts";
import { submissionRunState } from "./submission-run-state.ts";

type Run = StoredSubmission["runs"][number];

/**
 * Returns the state of each run, in the submission's order. It reads only active runs and runs that ended recently, and
 * none that is final in `known`.
 */
export async function submissionStates(
  objects: ObjectStore,
  submission: StoredSubmission,
  known: readonly RunState[] = [],
): Promise<RunState[]> {
  const folder = await readFolder(objects, submission.id, submission.runs);
  return mapBounded([...submission.runs.entries()], CONCURRENT_READS, async ([i, run]) => {
    const before = known[i];
    if (before !== undefined && isFinal(before)) return before;
    return isUntouched(folder, run) ? { state: "queued" } : submissionRunState(objects, submission, run.run, folder);
  });
}

/** As submissionStates, but every active run counts as running, and no progress is read. */
export async function coarseStates(
  objects: ObjectStore,
  submission: StoredSubmission,
): Promise<{ readonly state: StateName }[]> {
  const folder = await readFolder(objects, submission.id, submission.runs);
  const isActive = ({ run }: Run): boolean => !folder.ended.has(run) && !folder.isHandled(run) && !folder.isCancelled;
  return mapBounded(submission.runs, CONCURRENT_READS, async (run) => {
    if (isUntouched(folder, run)) return { state: "queued" };
    return isActive(run) ? { state: "running" } : submissionRunState(objects, submission, run.run, folder);
  });
}

const isUntouched = ({ ended, isCancelled, isHandled, isStarted }: SubmissionFolder, { run }: Run): boolean =>
  !ended.has(run) && !isHandled(run) && !isStarted(run) && !isCancelled;
