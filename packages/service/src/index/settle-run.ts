import type { StoredSubmission } from "@medhelm/core/submission";
import type { FailedEnd } from "@medhelm/core/run/failure-code";
import { markDone, markFailed } from "../submissions/submission-run-state.ts";
import { recordHandled, recordRunState, type RunOfSubmission, type WaitingPorts } from "./run-states.ts";

/** One run of a submission, and the folder of its results. */
export interface SettledRun extends Pick<RunOfSubmission, "id"> {
  /** Absent: the caller knows no position, and the index is not changed. */
  readonly ordinal?: number;
  readonly suite: string;
  readonly run: string;
}

export const runOf = (
  { id, request, runs }: StoredSubmission,
  run: string,
): SettledRun & { readonly ordinal: number } => ({
  id,
  ordinal: runs.findIndex((one) => one.run === run),
  suite: request.suite,
  run,
});

/** Records that a worker has finished a run for its submission: first the object, then the index. `generation`: see markDone. */
export async function settleDone(
  ports: WaitingPorts,
  settled: SettledRun,
  term?: number,
  generation?: number,
): Promise<void> {
  const { id, ordinal, run } = settled;
  await markDone(ports.objects, id, run, { term, generation });
  if (ordinal !== undefined) await recordHandled(ports, { ...settled, ordinal }, term);
}

/** Records that a run has failed for its submission: first the object, then the index. */
export async function settleFailed(
  { objects, index }: WaitingPorts,
  { id, ordinal, suite, run }: SettledRun,
  failure: FailedEnd,
  term?: number,
): Promise<void> {
  await markFailed(objects, id, run, failure, term);
  if (index !== undefined && ordinal !== undefined)
    await recordRunState(
      index,
      { id, ordinal, suite, run },
      { state: { state: "failed", ...failure }, isHandled: true },
      term,
    );
}
