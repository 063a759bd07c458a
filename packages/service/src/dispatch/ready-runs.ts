import type { ObjectStore } from "@medhelm/core/ports";
import type { DispatchMessage, StoredSubmission } from "@medhelm/core/submission";
import { CONCURRENT_READS, mapBounded } from "../concurrency/map-bounded.ts";
import { readFolder } from "../submissions/submission-folder.ts";
import { concernsRun, type NextStep as Step, stateAndStep } from "../submissions/submission-run-state.ts";
import { waitsForPool } from "../pools/waits-for-pool.ts";
import type { FindDeployment } from "./job-request.ts";

type NextStep = Step | { readonly by: "pool" };
type Run = StoredSubmission["runs"][number];

/**
 * Returns the runs that a job of this deployment in this role can continue. A judge with GPUs of its own waits until all runs of one candidate are
 * ready for it. Then the GPU loads the judge once, not once per run.
 */
export async function readyRuns(
  objects: ObjectStore,
  submission: StoredSubmission,
  message: DispatchMessage,
  find: FindDeployment | undefined,
  { hasPools = false }: { readonly hasPools?: boolean } = {},
): Promise<Run[]> {
  const { deployment, role } = message;
  const named = submission.runs.filter((run) => concernsRun(message, run));
  const folder = await readFolder(objects, submission.id, named);
  const {
    owner,
    request: { suite },
  } = submission;
  const steps = await mapBounded(named, CONCURRENT_READS, async (run): Promise<NextStep> => {
    const { state, step } = await stateAndStep(objects, submission, run, folder);
    const isInPool = hasPools && (await waitsForPool(objects, { owner, suite, run: run.run }, state));
    return isInPool ? { by: "pool" } : step;
  });
  const isReady = (step: NextStep | undefined): boolean =>
    step?.by === "worker" && step.deployment === deployment && step.role === role;
  const ready = named.filter((_, i) => isReady(steps[i]));
  if (role === "candidate" || hasPools || find?.(deployment)?.served === undefined) return ready;
  const unfinished = new Set(
    named
      .filter((_, i) => (steps[i]?.by === "worker" || steps[i]?.by === "pool") && !isReady(steps[i]))
      .map((run) => run.modelDeployment),
  );
  return ready.some((run) => !unfinished.has(run.modelDeployment)) ? ready : [];
}
