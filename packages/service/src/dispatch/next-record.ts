import {
  firstJobRecord,
  isInterruption,
  type JobRecord,
  MAX_JOB_ATTEMPTS,
  MAX_JOB_FAULTS,
} from "@medhelm/core/jobs/job";
import { wasLeaseLeft } from "@medhelm/core/jobs/lease";
import type { Job, ObjectStore } from "@medhelm/core/ports";
import { Identity } from "@medhelm/core/run/identity";
import { Progress } from "@medhelm/core/run/progress";
import { keys } from "@medhelm/core/store/object-keys";
import { getIfReadable } from "@medhelm/core/store/objects";
import type { DispatchMessage, StoredSubmission } from "@medhelm/core/submission";
import { CONCURRENT_READS, mapBounded } from "../concurrency/map-bounded.ts";
import { concernsRun } from "../submissions/submission-run-state.ts";
import type { StoredJobRecord } from "./find-job-record.ts";
import type { FindDeployment } from "./job-request.ts";

interface AttemptPorts {
  readonly objects: ObjectStore;
  readonly deployments?: FindDeployment;
  readonly hasPools?: boolean;
}

type Run = StoredSubmission["runs"][number];

/** The job's record, and the job that the compute service reports for it. */
export interface KnownJob extends StoredJobRecord {
  readonly job: Job | undefined;
}

/**
 * The record of the job that works on `free` now. It is the next attempt, a further one for interrupted jobs that make progress, or one that settles
 * abandoned runs. Undefined: the runs fail.
 */
export async function nextRecord(
  ports: AttemptPorts,
  submission: StoredSubmission,
  message: DispatchMessage,
  { known, free }: { readonly known: KnownJob | undefined; readonly free: readonly Run[] },
): Promise<JobRecord | undefined> {
  return (
    recordOfAttempt(message, known, mostAttempts(ports, submission, message)) ??
    (await recordAfterProgress(ports, submission, message, known)) ??
    (await settlingRecord(ports, submission, free, known))
  );
}

export function whyGivenUp(known: KnownJob | undefined): string {
  const attempts = known?.record.attempt ?? 0;
  const how =
    attempts >= MAX_JOB_ATTEMPTS
      ? `did not finish in ${attempts} jobs, the last ${MAX_JOB_ATTEMPTS} of them without progress`
      : `failed ${MAX_JOB_FAULTS} times`;
  return `the worker ${how}, last: ${known?.job?.reason ?? "no reason was given"}`;
}

/**
 * A judge's job ends when no run waits for it, and starts again for later runs: at most once per run, each time with
 * success.
 */
function mostAttempts({ hasPools }: AttemptPorts, { runs }: StoredSubmission, message: DispatchMessage): number {
  const concerned = runs.filter((run) => concernsRun(message, run)).length;
  const laterStarts = message.role === "judge" ? concerned : 0;
  return MAX_JOB_ATTEMPTS + (hasPools === true ? concerned * STARTS_WITH_POOLS : laterStarts);
}

/** With pools a job starts for each run to encode it, after its answers, and after verdicts that are asked again. */
const STARTS_WITH_POOLS = 8;

/** A further attempt for runs whose interrupted jobs make progress, for any number of interruptions. */
async function recordAfterProgress(
  { objects }: AttemptPorts,
  { request: { suite }, runs }: StoredSubmission,
  message: DispatchMessage,
  known: KnownJob | undefined,
): Promise<JobRecord | undefined> {
  if (known?.job === undefined || known.record.givenUp !== undefined || !isInterruption(known.job.reason))
    return undefined;
  const concerned = runs.filter((run) => concernsRun(message, run));
  const done = sumOf(await mapBounded(concerned, CONCURRENT_READS, ({ run }) => doneOf(objects, suite, run)));
  if (done <= (known.record.progress?.done ?? 0)) return undefined;
  const attempt = nextAttempt(known);
  return { ...known.record, id: undefined, attempt, progress: { attempt, done } };
}

/** How many requests of a run its workers had done at most. Each start of a worker keeps the number of the last one in the identity. */
async function doneOf(objects: ObjectStore, suite: string, run: string): Promise<number> {
  const [identity, progress, isSealed] = await Promise.all([
    getIfReadable(objects, keys.identity(suite, run), Identity),
    getIfReadable(objects, keys.progress(suite, run), Progress),
    objects.head(keys.manifest(suite, run)),
  ]);
  return Math.max(identity?.done ?? 0, progress?.done ?? 0) + Number(isSealed !== undefined);
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

/** The attempt that `recordOfAttempt` starts. */
export function nextAttempt(known: KnownJob | undefined): number {
  if (known === undefined) return 1;
  return known.job === undefined ? known.record.attempt : known.record.attempt + 1;
}

/**
 * Returns the record of the job to start: the first attempt, a claimed attempt that never started, or the next one.
 * Undefined: no further attempt is allowed.
 */
function recordOfAttempt(
  message: DispatchMessage,
  known: KnownJob | undefined,
  maxAttempts: number,
): JobRecord | undefined {
  if (known === undefined) return firstJobRecord(message);
  const { record, job } = known;
  if (job === undefined) return { ...record, id: undefined, claims: (record.claims ?? 0) + 1 };
  if (record.givenUp !== undefined) return undefined;
  const faults = record.faults + (job.state === "failed" && !isInterruption(job.reason) ? 1 : 0);
  const attempt = nextAttempt(known);
  const most = maxAttempts + (record.progress?.attempt ?? 1) - 1;
  return faults >= MAX_JOB_FAULTS || attempt > most ? undefined : { ...record, id: undefined, attempt, faults };
}

/**
 * Returns the record of one more job for runs that are given up, if a killed worker may have paid for answers that no ledger lists. Only
 * a worker knows the keys of a run's answers. A served model has no price for tokens: its machines are charged by Batch's times.
 */
async function settlingRecord(
  { objects, deployments }: AttemptPorts,
  { request }: StoredSubmission,
  runs: readonly Run[],
  known: KnownJob | undefined,
): Promise<JobRecord | undefined> {
  if (known === undefined || known.record.givenUp !== undefined) return undefined;
  if (deployments?.(known.record.deployment)?.served !== undefined) return undefined;
  const left = await mapBounded(runs, CONCURRENT_READS, ({ run }) =>
    wasLeaseLeft(objects, keys.lease(request.suite, run)),
  );
  if (!left.includes(true)) return undefined;
  const { record } = known;
  return { ...record, id: undefined, attempt: record.attempt + 1, givenUp: whyGivenUp(known) };
}
