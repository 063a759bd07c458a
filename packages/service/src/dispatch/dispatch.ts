import { keys } from "@medhelm/core/store/object-keys";
import { getJson, putJson } from "@medhelm/core/store/objects";
import type { MachinePrice } from "@medhelm/core/money/machine-price";
import type { Compute, Job, ObjectStore } from "@medhelm/core/ports";
import { isLeaseHeld, type LeaseOptions } from "@medhelm/core/jobs/lease";
import { isInterruption, isActive, JobRecord, jobName, MAX_JOB_ATTEMPTS, MAX_JOB_FAULTS } from "@medhelm/core/jobs/job";
import { type DispatchMessage, StoredSubmission } from "@medhelm/core/submission";
import { reserveStart } from "../money/reserve-start.ts";
import { CONCURRENT_READS, mapBounded } from "../concurrency/map-bounded.ts";
import { concernsRun, markFailed } from "../submissions/submission-run-state.ts";
import { type FindDeployment, jobRequest } from "./job-request.ts";
import { readyRuns } from "./ready-runs.ts";

export interface DispatchPorts {
  readonly objects: ObjectStore;
  readonly compute: Compute;
  /** as in LeaseOptions: spares the wait for a killed worker's lease */
  readonly holderIsGone?: LeaseOptions["holderIsGone"];
  /** What decides where a job runs and what it holds; absent: one machine does it all (the embedded stack). */
  readonly deployments?: FindDeployment;
  /** What the machine that serves a deployment costs; absent: machines cost nothing. */
  readonly machinePrice?: (deployment: string) => MachinePrice | undefined;
}

/** One who claims a job starts it within this, or has died. */
const CLAIM_MS = 30_000;

/**
 * Sees to it that one job works on a deployment's open runs of a submission. At-least-once delivery is harmless: who starts a job
 * claims its record first, and an unrecorded job is looked up by name before another is started.
 */
export async function dispatch(ports: DispatchPorts, message: DispatchMessage): Promise<void> {
  const { objects } = ports;
  const submission = await getJson(objects, keys.submission(message.submission), StoredSubmission);
  if (submission === undefined) return;
  if ((await objects.head(keys.submissionCancel(submission.id))) !== undefined)
    return cancelJobs(ports, message.submission);

  const key = keys.job(message.submission, message.deployment, message.role);
  const known = await knownJob(ports, key);
  // the runs need not be looked at: most messages come while the job is under way
  if (known?.job !== undefined && isActive(known.job)) return recordId(objects, key, known, known.job.id);
  if (known?.isClaimed === true) return; // another delivery is about to start it: the sweep comes back
  const free = await freeRuns(ports, submission, message);
  if (free.length > 0) await startJob(ports, submission, message, key, known, free);
}

/** What the record tells, and the compute service of its job. */
interface KnownJob {
  readonly record: JobRecord;
  readonly etag: string;
  readonly job: Job | undefined;
  /** Somebody is between putting the record and telling the job's id. */
  readonly isClaimed: boolean;
}

async function knownJob({ objects, compute }: DispatchPorts, key: string): Promise<KnownJob | undefined> {
  const stored = await objects.get(key);
  if (stored === undefined) return undefined;
  const { body, etag, storeNowMs, lastModifiedMs } = stored;
  const record = JobRecord.parse(JSON.parse(new TextDecoder().decode(body)));
  const job = await jobOf(compute, record);
  const isClaimed = job === undefined && record.id === undefined && storeNowMs - lastModifiedMs < CLAIM_MS;
  return { record, etag, job, isClaimed };
}

async function jobOf(compute: Compute, record: JobRecord): Promise<Job | undefined> {
  const known = record.id === undefined ? undefined : await compute.describe(record.id);
  return known ?? compute.findByName(jobName(record));
}

/** Runs that a job is to work on now. Those that somebody else works on (`medhelm run` on the same folder) need none: the sweep comes back. */
async function freeRuns(ports: DispatchPorts, submission: StoredSubmission, message: DispatchMessage): Promise<Run[]> {
  const ready = await readyRuns(ports.objects, submission, message, ports.deployments);
  const allowed = ports.deployments === undefined ? ready : await refuseOthersData(ports.objects, submission, ready);
  return runsWithoutWorker(ports, submission, allowed);
}

async function startJob(
  { objects, compute, deployments, machinePrice }: DispatchPorts,
  submission: StoredSubmission,
  message: DispatchMessage,
  key: string,
  known: KnownJob | undefined,
  free: readonly Run[],
): Promise<void> {
  const record = nextRecord(message, known, mostAttempts(submission, message));
  if (record === undefined) return failRuns(objects, submission, free, known);
  const claim = await putJson(objects, key, record, known === undefined ? { ifAbsent: true } : { ifMatch: known.etag });
  if (claim.outcome === "refused") return; // Not updateJson: another delivery starts the job, and this one must not retry.
  const runs = deployments === undefined ? free : ofOneOrganisation(free);
  const request = jobRequest(record, submission, runs, deployments);
  const price = machinePrice?.(message.deployment);
  const refused = price && (await reserveStart({ objects }, submission, request, price));
  if (refused !== undefined) return markAllFailed(objects, submission, free, refused);
  const { id } = await compute.submit(request);
  await recordId(objects, key, { record, etag: claim.etag }, id);
}

async function recordId(
  objects: ObjectStore,
  key: string,
  { record, etag }: Pick<KnownJob, "record" | "etag">,
  id: string,
): Promise<void> {
  if (record.id !== id) await putJson(objects, key, { ...record, id }, { ifMatch: etag });
}

/** A judge's job ends when nothing awaits it, and is started again for what comes later: at most once a run, each time with success. */
function mostAttempts({ runs }: StoredSubmission, message: DispatchMessage): number {
  const comesLater = message.role === "judge" ? runs.filter((run) => concernsRun(message, run)).length : 0;
  return MAX_JOB_ATTEMPTS + comesLater;
}

/** The job to start: the first, one that was claimed and never started, or the next attempt; undefined when it is enough. */
function nextRecord(message: DispatchMessage, known: KnownJob | undefined, maxAttempts: number): JobRecord | undefined {
  if (known === undefined) return { formatVersion: 1, ...message, attempt: 1, faults: 0 };
  const { record, job } = known;
  if (job === undefined) return { ...record, id: undefined, claims: (record.claims ?? 0) + 1 };
  const faults = record.faults + (job.state === "failed" && !isInterruption(job.reason) ? 1 : 0);
  const attempt = record.attempt + 1;
  return faults >= MAX_JOB_FAULTS || attempt > maxAttempts ? undefined : { ...record, id: undefined, attempt, faults };
}

type Run = StoredSubmission["runs"][number];

/** The API has refused these before; no job is ever given an organisation's data for somebody who is not of it. */
async function refuseOthersData(
  objects: ObjectStore,
  submission: StoredSubmission,
  runs: readonly Run[],
): Promise<Run[]> {
  const allowed: Run[] = [];
  for (const run of runs) {
    const { organisation } = run;
    if (organisation === undefined || submission.organisations?.includes(organisation) === true) {
      allowed.push(run);
      continue;
    }
    const reason = `${run.benchmark} needs data that ${organisation} licenses, and this submission's key is not of ${organisation}: ask the operator of this service`;
    await markFailed(objects, submission.id, run.run, reason);
  }
  return allowed;
}

/** A job reads one organisation's data at most; the others' turn comes with the next job. */
function ofOneOrganisation(runs: readonly Run[]): Run[] {
  const [first] = runs.flatMap(({ organisation }) => organisation ?? []).toSorted();
  return runs.filter(({ organisation }) => organisation === undefined || organisation === first);
}

async function runsWithoutWorker(
  { objects, holderIsGone }: DispatchPorts,
  { request }: StoredSubmission,
  runs: readonly Run[],
): Promise<Run[]> {
  const held = await mapBounded(runs, CONCURRENT_READS, ({ run }) =>
    isLeaseHeld(objects, keys.lease(request.suite, run), holderIsGone),
  );
  return runs.filter((_, i) => held[i] === false);
}

async function failRuns(
  objects: ObjectStore,
  submission: StoredSubmission,
  runs: readonly Run[],
  known: KnownJob | undefined,
): Promise<void> {
  const attempts = known?.record.attempt ?? 0;
  const how = attempts >= MAX_JOB_ATTEMPTS ? `came to no end in ${attempts} jobs` : `failed ${MAX_JOB_FAULTS} times`;
  const reason = `the worker ${how}, last: ${known?.job?.reason ?? "no reason was given"}`;
  await markAllFailed(objects, submission, runs, reason);
}

async function markAllFailed(
  objects: ObjectStore,
  { id }: StoredSubmission,
  runs: readonly Run[],
  reason: string,
): Promise<void> {
  for (const { run } of runs) await markFailed(objects, id, run, reason);
}

/** Those of its candidates and of its judges alike. */
async function cancelJobs({ objects, compute }: DispatchPorts, submission: string): Promise<void> {
  for await (const { key } of objects.list(keys.jobs(submission))) {
    const record = await getJson(objects, key, JobRecord);
    const job = record && (await jobOf(compute, record));
    if (job !== undefined && isActive(job)) await compute.cancel(job.id, "the submission was cancelled");
  }
}
