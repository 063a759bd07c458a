import { keys } from "@medhelm/core/object-keys";
import { getJson } from "@medhelm/core/objects";
import type { Compute, ObjectStore } from "@medhelm/core/ports";
import { JobRecord } from "@medhelm/core/run/job";
import type { AggregateMessage, DispatchMessage, StoredSubmission } from "@medhelm/core/submission";
import { z } from "zod";
import { CONCURRENT_READS } from "../dispatch/ready-runs.ts";
import { mapBounded } from "../release/map-bounded.ts";
import { type NextStep, nextStep } from "../submission-run-state.ts";

/** submissions/<id>/settled.json: runs whose end the sweep has seen, so that it looks at each once. */
const Settled = z.object({ formatVersion: z.literal(1), runs: z.array(z.string()) });

export interface OpenWork {
  readonly dispatch: readonly DispatchMessage[];
  readonly aggregate: readonly AggregateMessage[];
  /** to be kept: names of the runs that have ended */
  readonly settled: Settled;
  /** whether `settled` has more than what is kept */
  readonly isNews: boolean;
  readonly isFinished: boolean;
  readonly isCancelled: boolean;
}
type Settled = z.infer<typeof Settled>;
type Run = StoredSubmission["runs"][number];

/**
 * What ought to be under way for a submission and is not. One listing tells which runs a worker has settled; of the others those are
 * read whose deployment has no job under way (`compute`; absent: all), for a job looks after its runs itself.
 */
export async function openWork(
  { objects, compute }: { readonly objects: ObjectStore; readonly compute?: Pick<Compute, "describe"> },
  submission: StoredSubmission,
): Promise<OpenWork> {
  const files = new Set<string>();
  for await (const { key } of objects.list(keys.submissionFiles(submission.id))) files.add(key);
  const settledKey = keys.submissionSettled(submission.id);
  const known = files.has(settledKey) ? await getJson(objects, settledKey, Settled) : undefined;
  const settled = new Set(known?.runs);
  const isCancelled = files.has(keys.submissionCancel(submission.id));
  const isHandled = ({ run }: Run): boolean => files.has(keys.submissionHandled(submission.id, run));
  const isUnderWay = jobsUnderWay(objects, compute, submission.id);
  const step = async (run: Run): Promise<NextStep | "under way"> => {
    if (isCancelled && !isHandled(run)) return { by: "nobody" };
    const candidates: DispatchMessage = {
      submission: submission.id,
      deployment: run.modelDeployment,
      role: "candidate",
    };
    if (!isHandled(run) && (await isUnderWay(candidates))) return "under way";
    return nextStep(objects, submission, run);
  };

  const open = submission.runs.filter(({ run }) => !settled.has(run));
  const steps = await mapBounded(open, CONCURRENT_READS, step);
  const dispatch = new Map<string, DispatchMessage>();
  const aggregate: AggregateMessage[] = [];
  let isFinished = true;
  for (const [i, { run }] of open.entries()) {
    const next = steps[i];
    if (next !== "under way" && next?.by === "nobody") {
      settled.add(run);
      continue;
    }
    isFinished = false;
    if (next === undefined || next === "under way") continue;
    if (next.by === "aggregator") aggregate.push({ suite: submission.request.suite, run });
    if (next.by !== "worker") continue;
    const { deployment, role } = next;
    const message: DispatchMessage = { submission: submission.id, deployment, role };
    if (!(await isUnderWay(message))) dispatch.set(`${role} ${deployment}`, message);
  }
  return {
    dispatch: [...dispatch.values()],
    aggregate,
    settled: { formatVersion: 1, runs: [...settled] },
    isNews: settled.size > (known?.runs.length ?? 0),
    isFinished,
    isCancelled,
  };
}

/** Whether a job waits or runs: asked of each job once. */
function jobsUnderWay(objects: ObjectStore, compute: Pick<Compute, "describe"> | undefined, submission: string) {
  const asked = new Map<string, Promise<boolean>>();
  const look = async ({ deployment, role }: DispatchMessage): Promise<boolean> => {
    if (compute === undefined) return false;
    const record = await getJson(objects, keys.job(submission, deployment, role), JobRecord);
    const job = record?.id === undefined ? undefined : await compute.describe(record.id);
    return job?.state === "waiting" || job?.state === "running";
  };
  return (message: DispatchMessage): Promise<boolean> => {
    const id = `${message.role} ${message.deployment}`;
    const answer = asked.get(id) ?? look(message);
    asked.set(id, answer);
    return answer;
  };
}
