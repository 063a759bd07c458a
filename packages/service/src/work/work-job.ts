import { keys } from "@medhelm/core/store/object-keys";
import { getJson } from "@medhelm/core/store/objects";
import type { ObjectStore } from "@medhelm/core/ports";
import type { RunPlan } from "@medhelm/core/run/expand";
import { LeaseLost } from "@medhelm/core/jobs/lease";
import { type DispatchMessage, StoredSubmission } from "@medhelm/core/submission";
import { UserError } from "@medhelm/core/user-error";
import {
  concernsRun,
  markDone,
  markFailed,
  markStarted,
  type NextStep,
  nextStep,
  roleOf,
} from "../submissions/submission-run-state.ts";
import { workRun } from "./work-run.ts";
import type { WorkerPorts, WorkRequest } from "./ports.ts";

type Run = StoredSubmission["runs"][number];

export interface WorkJobRequest extends Omit<WorkRequest, "plan" | "suite"> {
  readonly submission: string;
  readonly deployment: string;
  /** whose licensed data this job can read; absent: everybody's */
  readonly organisations?: readonly string[];
  /** Which child of an array this is: the children share the runs by their leases, and each begins elsewhere. */
  readonly child?: number;
  /** Expands one stored entry to the run that it was planned as. */
  readonly expand: (submission: StoredSubmission, run: Run) => Promise<RunPlan>;
}

/**
 * All runs of one deployment in a submission, or those that await it as a judge, one by one: a GPU loads a model once. One failing
 * run does not lose the others; a run that another worker holds is passed over, and the sweep comes back for it.
 */
export async function workJob(ports: WorkerPorts, job: WorkJobRequest): Promise<void> {
  const submission = await getJson(ports.objects, keys.submission(job.submission), StoredSubmission);
  if (submission === undefined) throw new UserError(`submission ${job.submission} is not there`);
  const faults: unknown[] = [];
  const awaited = new Map<string, DispatchMessage>();

  /** Gives those that other workers hold. */
  const workAll = async (runs: readonly Run[]): Promise<Run[]> => {
    const taken: Run[] = [];
    for (const run of runs) {
      job.signal.throwIfAborted();
      if (!isMine(ports, job, run, await nextStep(ports.objects, submission, run))) continue;
      try {
        const ended = await workOne(ports, job, submission, run);
        if (ended === "taken") taken.push(run);
        else if (ended !== "ended") {
          const message = { submission: submission.id, deployment: ended.awaits, role: ended.role };
          const isFirst = !awaited.has(ended.awaits);
          awaited.set(ended.awaits, message);
          // not for each run: the dispatcher looks at all that a judge judges, and would do so as often as there are runs
          if (isFirst) await sendHint(ports, message);
        }
      } catch (error) {
        if (job.signal.aborted) throw error;
        faults.push(error);
      }
    }
    return taken;
  };

  const named = submission.runs.filter((run) =>
    concernsRun({ deployment: job.deployment, role: job.role ?? "candidate" }, run),
  );
  const taken = await workAll(rotatedBy(await unstartedFirst(ports.objects, submission.id, named), job.child));
  if (job.child !== undefined && taken.length > 0) {
    // a sibling that died holds its run no longer than this
    await ports.clock.sleep(ports.leaseTtlMs * 1.25, job.signal);
    await workAll(taken);
  }
  // a judge's job may have waited for the last of these runs, which need not have been one that awaits it
  for (const message of awaited.values()) await sendHint(ports, message);
  if (faults.length > 0) throw faults[0]; // once the other runs have had their turn: the job is tried again for these
}

/** Those that no job has come to first: a run that kills its job each time keeps no other from its turn. */
async function unstartedFirst(objects: ObjectStore, submission: string, runs: readonly Run[]): Promise<Run[]> {
  const begun = new Set<string>();
  for await (const { key } of objects.list(keys.submissionStarted(submission, "").slice(0, -".json".length)))
    begun.add(key);
  const isBegun = ({ run }: Run): boolean => begun.has(keys.submissionStarted(submission, run));
  return [...runs.filter((run) => !isBegun(run)), ...runs.filter(isBegun)];
}

/** From another place for each child, so that they seldom meet. */
function rotatedBy(runs: readonly Run[], child = 0): readonly Run[] {
  const start = runs.length === 0 ? 0 : child % runs.length;
  return [...runs.slice(start), ...runs.slice(0, start)];
}

function isMine({ canReach }: WorkerPorts, job: WorkJobRequest, run: Run, step: NextStep): boolean {
  if (step.by !== "worker") return false;
  if (run.organisation !== undefined && job.organisations?.includes(run.organisation) === false) return false;
  return (job.role !== "judge" || step.role === "judge") && canReach?.(step.deployment) !== false;
}

async function workOne(
  ports: WorkerPorts,
  job: WorkJobRequest,
  submission: StoredSubmission,
  run: Run,
): Promise<"ended" | "taken" | { readonly awaits: string; readonly role: DispatchMessage["role"] }> {
  try {
    await markStarted(ports.objects, submission.id, run.run);
    const plan = await job.expand(submission, run);
    const result = await workRun(ports, { ...job, plan, suite: submission.request.suite });
    if (result.kind === "taken") return "taken";
    if (result.kind === "awaiting") {
      const [awaits] = result.deployments;
      return { awaits, role: roleOf(awaits, run.modelDeployment) };
    }
    await markDone(ports.objects, submission.id, run.run);
  } catch (error) {
    if (error instanceof LeaseLost) return "taken"; // another worker has it, or will have: the sweep comes back for it
    if (!(error instanceof UserError)) throw error;
    await markFailed(ports.objects, submission.id, run.run, error.message);
  }
  return "ended";
}

/** Only a hint: where it is lost, the sweep tells the dispatcher. */
async function sendHint({ dispatchQueue }: WorkerPorts, message: DispatchMessage): Promise<void> {
  await dispatchQueue?.send(JSON.stringify(message)).catch(() => undefined);
}
