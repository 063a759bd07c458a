import { keys } from "@medhelm/core/object-keys";
import { getJson, putJson } from "@medhelm/core/objects";
import type { ObjectStore } from "@medhelm/core/ports";
import { Progress } from "@medhelm/core/run/progress";
import type { DispatchMessage, RunState, StoredSubmission } from "@medhelm/core/submission";
import { z } from "zod";
import { fromProgress, isFinal, runState } from "./state.ts";

/**
 * submissions/<id>/handled/<run>.json: a worker has settled this run for this submission. A sealed folder alone does not
 * tell, for an edited prompt re-opens it; a failure of an earlier submission does not either.
 */
const Handled = z.discriminatedUnion("result", [
  z.object({ formatVersion: z.literal(1), result: z.literal("done") }),
  z.object({ formatVersion: z.literal(1), result: z.literal("failed"), reason: z.string() }),
]);

/** Where one run of a submission stands. */
export async function submissionRunState(
  objects: ObjectStore,
  submission: StoredSubmission,
  run: string,
): Promise<RunState> {
  return (await standing(objects, submission, run)).state;
}

async function standing(
  objects: ObjectStore,
  { id, request: { suite }, runs }: StoredSubmission,
  run: string,
): Promise<{ readonly state: RunState; readonly isHandled: boolean }> {
  const handled = await getJson(objects, keys.submissionHandled(id, run), Handled);
  if (handled?.result === "failed") return { state: { state: "failed", reason: handled.reason }, isHandled: true };
  if (handled?.result === "done") return { state: await runState(objects, suite, run), isHandled: true };
  const [cancelled, progress] = await Promise.all([
    objects.head(keys.submissionCancel(id)),
    getJson(objects, keys.progress(suite, run), Progress),
  ]);
  if (cancelled !== undefined) return { state: { state: "cancelled" }, isHandled: false };
  const planned = runs.find((one) => one.run === run);
  const isTold = progress !== undefined && !isOfOthers(progress, planned);
  return { state: isTold ? fromProgress(progress) : { state: "queued" }, isHandled: false };
}

/**
 * Left by another submission's worker, which awaited a judge that this one does not have: where that submission was cancelled or failed,
 * nobody would ever come to the run again.
 */
function isOfOthers({ state, deployment }: Progress, run: StoredSubmission["runs"][number] | undefined): boolean {
  if (state !== "awaiting" || deployment === undefined || run === undefined) return false;
  return deployment !== run.modelDeployment && run.judges?.includes(deployment) !== true;
}

export type NextStep =
  | { readonly by: "nobody" }
  | { readonly by: "aggregator" }
  /** a job of this deployment; judge: the candidate's answers are there, and this is the first that is missing */
  | { readonly by: "worker"; readonly deployment: string; readonly role: DispatchMessage["role"] };

/**
 * Who must act next on one run of a submission. "judged" does not tell by itself: a worker that was killed while it wrote leaves a
 * progress that says so, and nothing for the aggregator to read.
 */
export async function nextStep(
  objects: ObjectStore,
  submission: StoredSubmission,
  { run, modelDeployment }: Pick<StoredSubmission["runs"][number], "run" | "modelDeployment">,
): Promise<NextStep> {
  const { state, isHandled } = await standing(objects, submission, run);
  if (isFinal(state)) return { by: "nobody" };
  if (isHandled && (state.state === "judged" || state.state === "scored")) return { by: "aggregator" };
  const deployment = state.state === "awaiting" ? state.deployment : modelDeployment;
  return { by: "worker", deployment, role: roleOf(deployment, modelDeployment) };
}

/** Whether a job of this deployment in this role may have to do with the run. */
export const isNamed = (
  { role, deployment }: Pick<DispatchMessage, "role" | "deployment">,
  run: Pick<StoredSubmission["runs"][number], "modelDeployment" | "judges">,
): boolean => (role === "judge" ? run.judges?.includes(deployment) === true : run.modelDeployment === deployment);

/** A judge that is the candidate itself is asked in the candidate's job. */
export const roleOf = (deployment: string, candidate: string): DispatchMessage["role"] =>
  deployment === candidate ? "candidate" : "judge";

export async function markDone(objects: ObjectStore, submission: string, run: string): Promise<void> {
  await putJson(objects, keys.submissionHandled(submission, run), { formatVersion: 1, result: "done" });
}

/** `reason`: one sentence for the user. */
export async function markFailed(objects: ObjectStore, submission: string, run: string, reason: string): Promise<void> {
  await putJson(objects, keys.submissionHandled(submission, run), { formatVersion: 1, result: "failed", reason });
}
