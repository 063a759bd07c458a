import { isDeepStrictEqual } from "node:util";
import { lastTerm } from "@medhelm/core/jobs/lease";
import { keys } from "@medhelm/core/store/object-keys";
import { updateJson } from "@medhelm/core/store/update-json";
import { getJson, orDamaged, putJson, UnreadableObject } from "@medhelm/core/store/objects";
import type { ObjectStore } from "@medhelm/core/ports";
import type { FailedEnd } from "@medhelm/core/run/failure-code";
import { runNameProblem } from "@medhelm/core/run/spec/run-name";
import { Progress } from "@medhelm/core/run/progress";
import type { DispatchMessage, RunState, StoredSubmission } from "@medhelm/core/submission";
import { z } from "zod";
import { type EndedState, failedState, fromProgress, isFinal, stateAfterWorker } from "./run-state.ts";
import type { SubmissionFolder } from "./submission-folder.ts";

const Failed = { reason: z.string(), code: z.string().exactOptional() };

/** The worker's term (core/jobs/lease.ts). Absent: no worker wrote the record, or one of format N-1. */
const Term = { term: z.int().exactOptional() };

/**
 * submissions/<id>/handled/<run>.json: a worker has settled this run for this submission. A sealed folder alone proves
 * nothing, because an edited prompt reopens it. A failure of an earlier submission proves nothing either. The record of a completed run
 * counts no longer when files of its attempt are lost before the seal.
 */
export const Handled = z.discriminatedUnion("result", [
  z.object({
    formatVersion: z.literal(1),
    result: z.literal("done"),
    /** of the attempt that the worker has completed. Absent: the run was sealed before, or a worker of format N-1 wrote the record. */
    generation: z.int().exactOptional(),
    ...Term,
  }),
  z.object({ formatVersion: z.literal(1), result: z.literal("failed"), ...Failed, ...Term }),
]);
type Handled = z.infer<typeof Handled>;

/** isHandled: a worker, or the code that gave the run up, has settled it for this submission. */
export interface HandledState {
  readonly state: RunState;
  readonly isHandled: boolean;
  /** An object of the run cannot be read. The state says which one, and changes when the operator has repaired it. */
  readonly isUnreadable?: true;
}

async function stateAndHandling(
  objects: ObjectStore,
  submission: StoredSubmission,
  run: string,
  folder: SubmissionFolder | undefined,
): Promise<HandledState> {
  const ended = folder?.ended.get(run);
  if (ended !== undefined) return { state: ended, isHandled: ended.state !== "cancelled" };
  const problem = runNameProblem(run);
  // an earlier version accepted such names; no store can hold the run, not even a mark
  if (problem !== undefined)
    return { state: failedState({ reason: `${problem}, and submit it again`, code: "input" }), isHandled: true };
  const { id, request } = submission;
  if (folder?.isHandled(run) !== false) {
    const handled = await getJson(objects, keys.submissionHandled(id, run), Handled);
    if (handled?.result === "failed" && !(await isOvertaken(objects, submission, run, handled)))
      return { state: failedState(handled), isHandled: true };
    const state =
      handled?.result === "done" ? await stateAfterWorker(objects, request.suite, run, handled.generation) : undefined;
    if (state !== undefined) return { state, isHandled: true };
  }
  return { state: await unhandledState(objects, submission, run, folder), isHandled: false };
}

/** Whether a later worker of the same submission has taken the run over from the worker that recorded this failure. */
async function isOvertaken(
  objects: ObjectStore,
  { id, request }: StoredSubmission,
  run: string,
  { term }: Handled,
): Promise<boolean> {
  if (term === undefined) return false;
  const last = await lastTerm(objects, keys.lease(request.suite, run));
  return last.term > term && last.submission === id;
}

async function unhandledState(
  objects: ObjectStore,
  { id, request: { suite }, runs }: StoredSubmission,
  run: string,
  folder: SubmissionFolder | undefined,
): Promise<RunState> {
  if (folder?.isCancelled === true) return { state: "cancelled" };
  const [cancelled, progress] = await Promise.all([
    folder === undefined ? objects.head(keys.submissionCancel(id)) : undefined,
    // the next worker writes a damaged one again
    getJson(objects, keys.progress(suite, run), Progress).catch(orDamaged),
  ]);
  if (cancelled !== undefined) return { state: "cancelled" };
  const planned = runs.find((one) => one.run === run);
  const isLeft =
    progress !== undefined && isOfOthers(progress, planned) && (await isSubmissionOver(objects, progress, id, run));
  return progress === undefined || isLeft ? { state: "queued" } : fromProgress(progress);
}

/**
 * Whether another submission's worker wrote this progress, for a judge that this submission does not have. This submission then waits until the other
 * one has ended. Otherwise the two would reopen the run in turn, and the judge of neither would find its work.
 */
function isOfOthers({ state, deployment }: Progress, run: StoredSubmission["runs"][number] | undefined): boolean {
  if (state !== "awaiting" || deployment === undefined || run === undefined) return false;
  return deployment !== run.modelDeployment && run.judges?.includes(deployment) !== true;
}

/** Whether no worker will continue this progress, because its submission was cancelled or has failed. */
async function isSubmissionOver(
  objects: ObjectStore,
  { submission }: Progress,
  own: string,
  run: string,
): Promise<boolean> {
  if (submission === undefined || submission === own) return true;
  const ends = [
    keys.submissionDone(submission),
    keys.submissionCancel(submission),
    keys.submissionHandled(submission, run),
  ];
  const found = await Promise.all(ends.map((key) => objects.head(key)));
  return found.some((end) => end !== undefined);
}

export type NextStep =
  | { readonly by: "nobody"; readonly ended: EndedState }
  | { readonly by: "aggregator" }
  | { readonly by: "operator"; readonly error: UnreadableObject }
  /**
   * a job of this deployment; judge: the candidate's answers are complete, and this judge is the first that is missing
   */
  | { readonly by: "worker"; readonly deployment: string; readonly role: DispatchMessage["role"] };

/**
 * Decides who must act next on one run of a submission. The state "judged" alone is not enough. A worker that was killed while it wrote the files
 * leaves this state, but no files for the aggregator.
 */
export async function nextStep(
  objects: ObjectStore,
  submission: StoredSubmission,
  run: Pick<StoredSubmission["runs"][number], "run" | "modelDeployment">,
  folder?: SubmissionFolder,
): Promise<NextStep> {
  return (await stateAndStep(objects, submission, run, folder)).step;
}

/** As nextStep, with the run's state. */
export async function stateAndStep(
  objects: ObjectStore,
  submission: StoredSubmission,
  run: Pick<StoredSubmission["runs"][number], "run" | "modelDeployment">,
  folder?: SubmissionFolder,
): Promise<HandledState & { readonly step: NextStep }> {
  try {
    const found = await stateAndHandling(objects, submission, run.run, folder);
    return { ...found, step: stepAfter(found, run) };
  } catch (error) {
    if (!(error instanceof UnreadableObject)) throw error;
    const state = failedState({ reason: unreadableReason(error), code: "given_up" });
    return { state, isHandled: false, isUnreadable: true, step: { by: "operator", error } };
  }
}

/** A sentence for the owner of a submission about an object that cannot be read. */
export const unreadableReason = ({ message }: UnreadableObject): string =>
  `${message}; nothing is lost, and the work continues some hours after the operator of this service has repaired the object`;

function stepAfter(
  { state, isHandled }: HandledState,
  { modelDeployment }: Pick<StoredSubmission["runs"][number], "modelDeployment">,
): NextStep {
  if (isFinal(state)) return { by: "nobody", ended: state };
  if (isHandled && (state.state === "judged" || state.state === "scored")) return { by: "aggregator" };
  const deployment = state.state === "awaiting" ? state.deployment : modelDeployment;
  return { by: "worker", deployment, role: roleOf(deployment, modelDeployment) };
}

/** Whether a job of this deployment in this role may work on the run. */
export const concernsRun = (
  { role, deployment }: Pick<DispatchMessage, "role" | "deployment">,
  run: Pick<StoredSubmission["runs"][number], "modelDeployment" | "judges">,
): boolean => (role === "judge" ? run.judges?.includes(deployment) === true : run.modelDeployment === deployment);

/** A judge that is also the candidate is asked in the candidate's job. */
export const roleOf = (deployment: string, candidate: string): DispatchMessage["role"] =>
  deployment === candidate ? "candidate" : "judge";

/**
 * Records that a worker has started the run: submissions/<id>/started/<run>.json. A run without it is queued, and no
 * progress needs to be read.
 */
export async function markStarted(objects: ObjectStore, submission: string, run: string): Promise<void> {
  await putJson(objects, keys.submissionStarted(submission, run), { formatVersion: 1 });
}

/**
 * Records that a worker has finished this run for this submission. `term`: the term of the worker's lease. `generation`: that of the attempt
 * that it has completed; absent: the run was sealed before.
 */
export async function markDone(
  objects: ObjectStore,
  submission: string,
  run: string,
  { term, generation }: { readonly term?: number | undefined; readonly generation?: number | undefined } = {},
): Promise<void> {
  await mark(objects, submission, run, {
    formatVersion: 1,
    result: "done",
    ...(generation === undefined ? {} : { generation }),
    ...(term === undefined ? {} : { term }),
  });
}

/** `term`: the term of the worker's lease; absent: no worker gives the run up. */
export async function markFailed(
  objects: ObjectStore,
  submission: string,
  run: string,
  failure: FailedEnd,
  term?: number,
): Promise<void> {
  const failed = { formatVersion: 1, result: "failed", ...failure } as const;
  await mark(objects, submission, run, { ...failed, ...(term === undefined ? {} : { term }) });
}

/** Keeps the record of a worker with a higher term: this worker has stalled past its lease. */
async function mark(objects: ObjectStore, submission: string, run: string, handled: Handled): Promise<void> {
  await updateJson(objects, keys.submissionHandled(submission, run), Handled, (stored) =>
    (stored?.term ?? 0) > (handled.term ?? Number.POSITIVE_INFINITY) ||
    isDeepStrictEqual(Handled.safeParse(stored).data, handled)
      ? undefined
      : handled,
  );
}
