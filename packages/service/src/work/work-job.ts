import { keys } from "@medhelm/core/store/object-keys";
import { getJson, UnreadableObject } from "@medhelm/core/store/objects";
import type { ObjectStore } from "@medhelm/core/ports";
import { MaxFailuresText } from "@medhelm/core/run/max-failures";
import { requestChanges } from "@medhelm/core/run/spec/request-changes";
import { LeaseLost } from "@medhelm/core/jobs/lease";
import { type DispatchMessage, type RunState, StoredSubmission } from "@medhelm/core/submission";
import { failedEnd } from "@medhelm/core/run/failure-code";
import { UserError } from "@medhelm/core/user-error";
import { concernsRun, markStarted, type NextStep, roleOf, stateAndStep } from "../submissions/submission-run-state.ts";
import { runOf, settleFailed } from "../index/settle-run.ts";
import type { WordedPlan } from "../submissions/plan-submission.ts";
import { runRecords } from "./run-records.ts";
import { needsServer } from "../pools/needs-server.ts";
import { waitsForPool } from "../pools/waits-for-pool.ts";
import { workRun } from "./work-run.ts";
import type { WorkerPorts, WorkRequest } from "./ports.ts";

type Run = StoredSubmission["runs"][number];

export interface WorkJobRequest extends Omit<WorkRequest, "plan" | "suite"> {
  readonly submission: string;
  readonly deployment: string;
  /** organisations whose licensed data this job can read; absent: all */
  readonly organisations?: readonly string[];
  /**
   * The job's index in its array. The jobs of an array share the runs by leases, and each starts at a different run.
   */
  readonly child?: number;
  /** Works only on runs that pools cannot ask for. Their own jobs have the server of the model. */
  readonly isBeyondPools?: boolean;
  /** Expands one stored entry to its planned run. */
  readonly expand: (submission: StoredSubmission, run: Run) => Promise<WordedPlan>;
}

/**
 * Works on all runs of one deployment in a submission, or on those that wait for it as a judge. It takes one run after
 * another, so that a GPU loads the model once. A failed run does not stop the others. A run that another worker holds is skipped, and the
 * sweep sends it again.
 */
export async function workJob(ports: WorkerPorts, job: WorkJobRequest): Promise<void> {
  const submission = await getJson(ports.objects, keys.submission(job.submission), StoredSubmission);
  if (submission === undefined) throw new UserError(`there is no submission ${job.submission}`);
  const faults: unknown[] = [];
  const awaited = new Map<string, DispatchMessage>();

  /** Works on each run and returns the runs that other workers hold. */
  const workAll = async (runs: readonly Run[]): Promise<Run[]> => {
    const taken: Run[] = [];
    for (const run of runs) {
      job.signal.throwIfAborted();
      const { state, step } = await stateAndStep(ports.objects, submission, run);
      if (!isMine(ports, job, run, step)) continue;
      if (await isInPool(ports, submission, run, state)) continue;
      if (!(await isKindOf(ports, job, submission, run, step))) continue;
      try {
        const ended = await workOne(ports, job, submission, run);
        if (ended === "taken") taken.push(run);
        else if (ended !== "ended") {
          const message = { submission: submission.id, deployment: ended.awaits, role: ended.role };
          const isFirst = !awaited.has(ended.awaits);
          awaited.set(ended.awaits, message);
          // once per deployment, not once per run: the dispatcher reads all runs of a judge each time
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
    // a sibling job that died holds its lease no longer than this
    await ports.clock.sleep(ports.leaseTtlMs * 1.25, job.signal);
    await workAll(taken);
  }
  // the judge's job waits for the last of these runs, and that run may not be the one that needs the judge
  for (const message of awaited.values()) await sendHint(ports, message);
  if (faults.length > 0) throw faults[0]; // thrown after all runs, so that one fault stops no other run and the job is tried again
}

/**
 * Puts runs that no job has started yet first, so that a run that kills its job each time does not block the others.
 */
async function unstartedFirst(objects: ObjectStore, submission: string, runs: readonly Run[]): Promise<Run[]> {
  const started = new Set<string>();
  for await (const { key } of objects.list(keys.submissionStarted(submission, "").slice(0, -".json".length)))
    started.add(key);
  const isStarted = ({ run }: Run): boolean => started.has(keys.submissionStarted(submission, run));
  return [...runs.filter((run) => !isStarted(run)), ...runs.filter(isStarted)];
}

/** Starts at a different run for each job of an array, so that they seldom meet. */
function rotatedBy(runs: readonly Run[], child = 0): readonly Run[] {
  const start = runs.length === 0 ? 0 : child % runs.length;
  return [...runs.slice(start), ...runs.slice(0, start)];
}

function isMine({ canReach, isPooled }: WorkerPorts, job: WorkJobRequest, run: Run, step: NextStep): boolean {
  if (step.by !== "worker") return false;
  if (run.organisation !== undefined && job.organisations?.includes(run.organisation) === false) return false;
  const reaches = canReach?.(step.deployment) !== false || isPooled?.(step.deployment) === true;
  return (job.role !== "judge" || step.role === "judge") && reaches;
}

/** Whether a job with the model's server works on the run, or one without it, for which a pool asks. */
async function isKindOf(
  { objects, canReach, isPooled }: WorkerPorts,
  { isBeyondPools = false }: WorkJobRequest,
  { request: { suite } }: StoredSubmission,
  { run }: Run,
  step: NextStep,
): Promise<boolean> {
  const isForPool =
    step.by === "worker" && isPooled?.(step.deployment) === true && canReach?.(step.deployment) === false;
  if (!isForPool && !isBeyondPools) return true;
  return (await needsServer(objects, { suite, run })) === isBeyondPools;
}

const isInPool = async (
  { objects, isPooled }: WorkerPorts,
  { owner, request: { suite } }: StoredSubmission,
  { run }: Run,
  state: RunState,
): Promise<boolean> => isPooled !== undefined && waitsForPool(objects, { owner, suite, run }, state);

async function workOne(
  ports: WorkerPorts,
  job: WorkJobRequest,
  submission: StoredSubmission,
  run: Run,
): Promise<"ended" | "taken" | { readonly awaits: string; readonly role: DispatchMessage["role"] }> {
  const own = runOf(submission, run.run);
  const records = runRecords(ports, { submission: submission.id, suite: own.suite, run: run.run, ...placeOf(job) });
  await markStarted(ports.objects, submission.id, run.run);
  let plan: WordedPlan;
  try {
    plan = await job.expand(submission, run);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    await settleFailed(ports, own, failedEnd(error));
    records.failed(error);
    return "ended";
  }
  const span = records.started();
  try {
    const asked = { ...maxFailuresOf(submission), ...changesOf(submission) };
    const { prompts } = plan;
    const worded = prompts === undefined ? {} : { prompts };
    const result = await workRun(ports, {
      ...job,
      ...asked,
      ...worded,
      plan,
      suite: own.suite,
      ordinal: own.ordinal,
      span,
    });
    records.ended(result.kind);
    if (result.kind === "taken") return "taken";
    if (result.kind === "awaiting") {
      const [awaits] = result.deployments;
      return { awaits, role: roleOf(awaits, run.modelDeployment) };
    }
  } catch (error) {
    if (error instanceof LeaseLost) {
      records.ended("lost");
      return "taken"; // another worker has the run or will take it; the sweep checks it again
    }
    if (!job.signal.aborted) records.failed(error);
    if (!(error instanceof UserError)) throw error;
    // workRun has recorded every other user error
    if (error instanceof UnreadableObject) await settleFailed(ports, own, { reason: error.message, code: "given_up" });
  }
  return "ended";
}

/** The limit of the submission, which precedes that of the job. */
function maxFailuresOf({ request: { maxFailures } }: StoredSubmission): Pick<WorkRequest, "maxFailures"> {
  return maxFailures === undefined ? {} : { maxFailures: MaxFailuresText.parse(maxFailures) };
}

/** How the submission changes the requests. Their names and identities are parts of the plan. */
function changesOf({ request }: StoredSubmission): Pick<WorkRequest, "settings" | "fresh"> {
  const { settings } = requestChanges(request);
  return { settings, ...(request.fresh === undefined ? {} : { fresh: request.fresh }) };
}

const placeOf = ({ deployment, role = "candidate" }: WorkJobRequest) => ({ deployment, role });

/** Sends a hint to the dispatcher. If it is lost, the sweep sends the message. */
async function sendHint({ dispatchQueue }: WorkerPorts, message: DispatchMessage): Promise<void> {
  await dispatchQueue?.send(JSON.stringify(message)).catch(() => undefined);
}
