import type { Compute, ObjectStore } from "@medhelm/core/ports";
import type { UnreadableObject } from "@medhelm/core/store/objects";
import type { AggregateMessage, DispatchMessage, StoredSubmission } from "@medhelm/core/submission";
import { CONCURRENT_READS, mapBounded } from "../concurrency/map-bounded.ts";
import { type EndedState, isFinal } from "../submissions/run-state.ts";
import { readFolder, type Settled, type SubmissionFolder } from "../submissions/submission-folder.ts";
import { type HandledState, stateAndStep } from "../submissions/submission-run-state.ts";
import { activeJobs } from "./active-jobs.ts";

export interface OpenWork {
  readonly dispatch: readonly DispatchMessage[];
  readonly aggregate: readonly AggregateMessage[];
  /** how the ended runs ended; the caller stores it */
  readonly settled: Settled;
  /** whether `settled` contains more than the stored object */
  readonly isNews: boolean;
  readonly isFinished: boolean;
  /** position of a run -> why it cannot be read */
  readonly unreadable: ReadonlyMap<number, UnreadableObject>;
  /** whether all runs that have not ended cannot be read */
  readonly isStuck: boolean;
  /** runs that a worker has started and that ended without a seal: the aggregator deletes their abandoned attempts at the end */
  readonly unsealed: readonly AggregateMessage[];
  /** a job of the submission waits or runs */
  readonly hasJob: boolean;
  /** position of a run -> its state as its objects show it; without untouched runs, and runs that a job works on */
  readonly states: ReadonlyMap<number, HandledState>;
  readonly isCancelled: boolean;
}
type Run = StoredSubmission["runs"][number];

export interface OpenWorkPorts {
  readonly objects: ObjectStore;
  /** absent: no job is known */
  readonly compute?: Pick<Compute, "describeAll">;
  /** Also reads runs that a judge's job probably works on, to find runs whose message to another job was lost. */
  readonly isThorough: boolean;
}

/**
 * Finds the work of a submission that no job or message does yet. One listing shows which runs a worker has settled. Of
 * the other runs it reads those whose deployment has no active job, because a job takes care of its own runs.
 */
export async function openWork(ports: OpenWorkPorts, submission: StoredSubmission): Promise<OpenWork> {
  const { objects, compute, isThorough } = ports;
  const { id: submissionId, runs, request } = submission;
  const folder = await readFolder(objects, submissionId);
  const { isHandled, isStarted, isCancelled } = folder;
  const ended = new Map<string, EndedState>(folder.ended);
  const candidateOf = ({ modelDeployment }: Run): DispatchMessage => ({
    submission: submissionId,
    deployment: modelDeployment,
    role: "candidate",
  });
  const judgesOf = ({ judges = [] }: Run): DispatchMessage[] =>
    judges.map((deployment) => ({ submission: submissionId, deployment, role: "judge" }));

  const open = runs.filter(({ run }) => !ended.has(run));
  const jobs = activeJobs(objects, compute);
  const workers = isCancelled ? [] : open.filter(({ run }) => !isHandled(run));
  await jobs.look(workers.map(candidateOf));
  const mayAwait = (run: Run): boolean => isStarted(run.run) && !jobs.has(candidateOf(run));
  if (!isThorough) await jobs.look(workers.filter(mayAwait).flatMap(judgesOf));
  const isLookedAfter = (run: Run): boolean =>
    jobs.has(candidateOf(run)) || (!isThorough && isStarted(run.run) && judgesOf(run).some(jobs.has));
  const found = await mapBounded(open, CONCURRENT_READS, async (run) => {
    if (!isCancelled && !isHandled(run.run) && isLookedAfter(run)) return undefined;
    return stateAndStep(objects, submission, run, folder);
  });

  const dispatch = new Map<string, DispatchMessage>();
  const aggregate: AggregateMessage[] = [];
  const unreadable = new Map<number, UnreadableObject>();
  for (const [i, { run }] of open.entries()) {
    const next = found[i]?.step;
    if (next?.by === "nobody") ended.set(run, next.ended);
    if (next?.by === "aggregator") aggregate.push({ suite: request.suite, run });
    if (next?.by === "operator")
      unreadable.set(
        runs.findIndex((one) => one.run === run),
        next.error,
      );
    if (next?.by !== "worker") continue;
    const { deployment, role } = next;
    dispatch.set(`${role} ${deployment}`, { submission: submissionId, deployment, role });
  }
  await jobs.look(dispatch.values());
  return {
    dispatch: [...dispatch.values()].filter((message) => !jobs.has(message)),
    aggregate,
    settled: { ...folder.settled, formatVersion: 1, ended: Object.fromEntries(ended) },
    isNews: ended.size > folder.ended.size,
    isFinished: runs.every(({ run }) => ended.has(run)),
    unreadable,
    isStuck: unreadable.size > 0 && runs.every(({ run }, i) => ended.has(run) || unreadable.has(i)),
    unsealed: runs
      .filter(({ run }) => isStarted(run) && (ended.get(run)?.state ?? "sealed") !== "sealed")
      .map(({ run }) => ({ suite: request.suite, run, isEnded: true })),
    hasJob: jobs.hasAny(),
    states: statesOf(submission, folder, new Map(open.map(({ run }, i) => [run, found[i]]))),
    isCancelled,
  };
}

/** Maps the position of a run to its state: as it was found now, or else as it ended. */
function statesOf(
  { runs }: StoredSubmission,
  { ended, isStarted, isHandled }: SubmissionFolder,
  found: ReadonlyMap<string, HandledState | undefined>,
): Map<number, HandledState> {
  const states = new Map<number, HandledState>();
  for (const [i, { run }] of runs.entries()) {
    const before = ended.get(run);
    const state = found.get(run) ?? (before && { state: before, isHandled: before.state !== "cancelled" });
    if (state === undefined) continue;
    // the progress of a run that this submission has not started is another submission's
    if (isStarted(run) || isHandled(run) || isFinal(state.state)) states.set(i, state);
  }
  return states;
}
