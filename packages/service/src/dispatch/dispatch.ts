import { keys } from "@medhelm/core/store/object-keys";
import { getJson, putJson, UnreadableObject } from "@medhelm/core/store/objects";
import type { MachinePrice } from "@medhelm/core/money/machine-price";
import type { Clock, Compute, Index, Job, JobRequest, Log, LogFields, ObjectStore } from "@medhelm/core/ports";
import { isLeaseHeld, type LeaseOptions } from "@medhelm/core/jobs/lease";
import { isActive, type JobRecord, jobName } from "@medhelm/core/jobs/job";
import { distinctName } from "@medhelm/core/text/distinct-name";
import type { FailedEnd } from "@medhelm/core/run/failure-code";
import { type DispatchMessage, StoredSubmission } from "@medhelm/core/submission";
import { reserveStart } from "../money/reserve-start.ts";
import { CONCURRENT_READS, mapBounded } from "../concurrency/map-bounded.ts";
import { isCancelled } from "../submissions/cancellation.ts";
import { runOf, settleFailed } from "../index/settle-run.ts";
import { CLAIM_MS, claimJob, isClaimed, readClaim, type SeenClaim, SUBMIT_MS } from "../index/job-claims.ts";
import { findJobRecord, jobRecordsOf, type StoredJobRecord } from "./find-job-record.ts";
import { type FindDeployment, jobRequest, type UseOfPools } from "./job-request.ts";
import { type KnownJob, nextAttempt, nextRecord, whyGivenUp } from "./next-record.ts";
import { needsServer } from "../pools/needs-server.ts";
import { tendPool } from "../pools/tend-pools.ts";
import { readyRuns } from "./ready-runs.ts";

export interface DispatchPorts {
  readonly objects: ObjectStore;
  readonly index: Index;
  readonly clock: Pick<Clock, "nowMs">;
  readonly compute: Compute;
  /** The time that the function has left, in milliseconds; absent: it has no limit. */
  readonly remainingMs?: () => number;
  /** The life of a claim, which must be longer than that of the function; default 5 minutes. */
  readonly claimMs?: number;
  /** as in LeaseOptions: saves waiting for a killed worker's lease */
  readonly holderIsGone?: LeaseOptions["holderIsGone"];
  /** Decides where a job runs and which secrets it gets; absent: one machine does it all (the embedded stack). */
  readonly deployments?: FindDeployment;
  /** Whether pools ask: the served deployments or, without `deployments`, all that have a server. Absent: there are no pools. */
  readonly hasPools?: boolean;
  /** One further worker of a pool starts for each group of this many waiting requests. */
  readonly requestsAWorker?: number;
  /** The price of the machine that serves a deployment; absent: machines cost nothing. */
  readonly machinePrice?: (deployment: string) => MachinePrice | undefined;
  /** Absent: no records are written. */
  readonly log?: Log;
}

/**
 * Makes sure that one job works on a deployment's open runs of a submission. A second delivery is harmless. A dispatcher claims the attempt before it
 * starts the job, and looks up an unrecorded job by name before it starts another.
 */
export async function dispatch(ports: DispatchPorts, message: DispatchMessage): Promise<void> {
  await dispatchJob(ports, message);
  // the embedded stack tends all pools itself
  if (ports.deployments !== undefined && isPooled(ports, message.deployment))
    await tendPool(
      { ...ports, isServed: true, mostWorkers: (name) => ports.deployments?.(name)?.served?.replicas ?? 1 },
      distinctName(message.deployment),
    );
}

async function dispatchJob(ports: DispatchPorts, message: DispatchMessage): Promise<void> {
  const { objects } = ports;
  const submission = await getJson(objects, keys.submission(message.submission), StoredSubmission);
  if (submission === undefined) return;
  if (await isCancelled(objects, submission.id)) return cancelJobs(ports, message.submission);

  const known = await knownJob(ports, message);
  // no need to read the runs: most messages arrive while the job is active
  if (known?.job !== undefined && isActive(known.job)) return recordId(objects, known, known.job.id);
  const seen = await readClaim(ports.index, message);
  // another delivery is about to start it; the sweep sends the message again
  if (isClaimed(seen, nextAttempt(known), ports.clock.nowMs())) return;
  const free = await freeRuns(ports, submission, message);
  if (free.length > 0) await startJob(ports, submission, { message, known, seen }, free);
}

async function knownJob({ objects, compute }: DispatchPorts, message: DispatchMessage): Promise<KnownJob | undefined> {
  const stored = await findJobRecord(objects, message);
  return stored && { ...stored, job: await jobOf(compute, stored.record) };
}

/** The recorded job while it is active; otherwise a job of the same name, of which a lost reply may have left another. */
async function jobOf(compute: Compute, record: JobRecord): Promise<Job | undefined> {
  const recorded = record.id === undefined ? undefined : await compute.describe(record.id);
  if (isActive(recorded)) return recorded;
  const named = await compute.findByName(jobName(record));
  return named.find(isActive) ?? recorded ?? named[0];
}

/**
 * Returns the runs that a job must work on now. A run that another process works on (`medhelm run` on the same folder)
 * needs no job; the sweep checks it again.
 */
async function freeRuns(ports: DispatchPorts, submission: StoredSubmission, message: DispatchMessage): Promise<Run[]> {
  const ready = await readyRuns(ports.objects, submission, message, ports.deployments, ports);
  const allowed = ports.deployments === undefined ? ready : await refuseOthersData(ports, submission, ready);
  return runsWithoutWorker(ports, submission, allowed);
}

/** The record and the claim of a job as the dispatcher has read them. */
interface Start {
  readonly message: DispatchMessage;
  readonly known: KnownJob | undefined;
  readonly seen: SeenClaim;
}

async function startJob(
  ports: DispatchPorts,
  submission: StoredSubmission,
  { message, known, seen }: Start,
  free: readonly Run[],
): Promise<void> {
  const { objects, index, clock, compute, machinePrice, claimMs = CLAIM_MS } = ports;
  const record = await nextRecord(ports, submission, message, { known, free });
  if (record === undefined) return failRuns(ports, submission, free, known);
  if (isLate(ports)) return; // before the claim, which would keep the next delivery from starting the job
  const claim = { attempt: record.attempt, untilMs: clock.nowMs() + claimMs };
  if (!(await claimJob(index, message, claim, seen))) return;
  const stored = await putRecord(objects, record, known);
  if (stored === undefined) return;
  const { pools, runs } = await ofOneKind(ports, submission, message, free);
  const request = jobRequest(record, submission, runs, ports.deployments, { pools });
  const price = pools === "on" ? undefined : machinePrice?.(message.deployment);
  const refused = price && (await refusedStart(objects, submission, request, price));
  if (refused !== undefined) return settleAllFailed(ports, submission, free, refused);
  if (isLate(ports) || claim.untilMs - clock.nowMs() < SUBMIT_MS) return; // the claim could end before the submission: the sweep sends the message again
  const { id } = await compute.submit(request);
  logStart(ports, message, { job: id, attempt: record.attempt, runs: runs.length });
  await recordId(objects, stored, id);
  // a cancellation since the first check did not find the job
  if (await isCancelled(objects, submission.id)) await cancelJobs(ports, submission.id);
}

const logStart = ({ log }: DispatchPorts, message: DispatchMessage, started: LogFields): void =>
  log?.("info", "job started", { ...message, ...started });

/** Why the job may not start; undefined if its cost is reserved. */
async function refusedStart(
  objects: DispatchPorts["objects"],
  submission: StoredSubmission,
  request: JobRequest,
  price: MachinePrice,
): Promise<FailedEnd | undefined> {
  try {
    const reason = await reserveStart({ objects }, submission, request, price);
    return reason === undefined ? undefined : { reason, code: "budget" };
  } catch (error) {
    if (error instanceof UnreadableObject) return { reason: error.message, code: "given_up" };
    throw error;
  }
}

/**
 * Stores the record of the attempt; undefined if another delivery has stored one. Not updateJson: that delivery starts the job, and this
 * one must not retry.
 */
async function putRecord(
  objects: ObjectStore,
  record: JobRecord,
  known: StoredJobRecord | undefined,
): Promise<StoredJobRecord | undefined> {
  const key = known?.key ?? keys.job(record.submission, record.deployment, record.role);
  const put = await putJson(objects, key, record, known === undefined ? { ifAbsent: true } : { ifMatch: known.etag });
  return put.outcome === "refused" ? undefined : { key, record, etag: put.etag };
}

/** Whether the function could end before it has submitted a job. */
const isLate = ({ remainingMs }: DispatchPorts): boolean => remainingMs !== undefined && remainingMs() < SUBMIT_MS;

async function recordId(objects: ObjectStore, { key, record, etag }: StoredJobRecord, id: string): Promise<void> {
  if (record.id !== id) await putJson(objects, key, { ...record, id }, { ifMatch: etag });
}

type Run = StoredSubmission["runs"][number];

/**
 * Fails runs whose data the submitter may not read. The API refuses them too; this check keeps an organisation's data
 * from any other job.
 */
async function refuseOthersData(
  ports: DispatchPorts,
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
    const reason = `${run.benchmark} needs data that ${organisation} licenses, and this submission's API key does not belong to ${organisation}: ask the operator of this service`;
    await settleFailed(ports, runOf(submission, run.run), { reason, code: "input" });
  }
  return allowed;
}

/** A job reads the data of one organisation at most; the next job takes the next organisation. */
function ofOneOrganisation(runs: readonly Run[]): Run[] {
  const [first] = runs.flatMap(({ organisation }) => organisation ?? []).toSorted();
  return runs.filter(({ organisation }) => organisation === undefined || organisation === first);
}

/** Whether a pool asks the deployment. */
const isPooled = ({ hasPools, deployments }: DispatchPorts, deployment: string): boolean =>
  hasPools === true && (deployments === undefined || deployments(deployment)?.served !== undefined);

/** The runs of one job: it has a model's server, or pools ask for it, and it reads the data of one organisation. Those for which no pool can ask come last. */
async function ofOneKind(
  ports: DispatchPorts,
  { request: { suite } }: StoredSubmission,
  { deployment }: DispatchMessage,
  runs: readonly Run[],
): Promise<{ readonly pools?: UseOfPools; readonly runs: readonly Run[] }> {
  const has = isPooled(ports, deployment);
  if (ports.deployments === undefined) return { ...(has && { pools: "on" }), runs };
  if (!has) return { runs: ofOneOrganisation(runs) };
  const needs = await mapBounded(runs, CONCURRENT_READS, ({ run }) => needsServer(ports.objects, { suite, run }));
  const pooled = runs.filter((_, i) => needs[i] === false);
  const isForPools = pooled.length > 0;
  return { pools: isForPools ? "on" : "server", runs: ofOneOrganisation(isForPools ? pooled : runs) };
}

/** Fails a run whose lease cannot be read, because nobody can know whether a worker holds it. */
async function runsWithoutWorker(
  ports: DispatchPorts,
  submission: StoredSubmission,
  runs: readonly Run[],
): Promise<Run[]> {
  const held = await mapBounded(runs, CONCURRENT_READS, async ({ run }) => {
    try {
      return await isLeaseHeld(ports.objects, keys.lease(submission.request.suite, run), ports.holderIsGone);
    } catch (error) {
      if (!(error instanceof UnreadableObject)) throw error;
      await settleFailed(ports, runOf(submission, run), { reason: error.message, code: "given_up" });
      return undefined;
    }
  });
  return runs.filter((_, i) => held[i] === false);
}

async function failRuns(
  ports: DispatchPorts,
  submission: StoredSubmission,
  runs: readonly Run[],
  known: KnownJob | undefined,
): Promise<void> {
  const reason = known?.record.givenUp ?? whyGivenUp(known);
  await settleAllFailed(ports, submission, runs, { reason, code: "given_up" });
}

async function settleAllFailed(
  ports: DispatchPorts,
  submission: StoredSubmission,
  runs: readonly Run[],
  end: FailedEnd,
): Promise<void> {
  const { id, request } = submission;
  for (const { run } of runs) {
    await settleFailed(ports, runOf(submission, run), end);
    ports.log?.("warn", "run failed", { submission: id, suite: request.suite, run, code: end.code });
  }
}

/**
 * Cancels all jobs of the candidates and of the judges, also those whose id was never recorded.
 * @throws UnreadableObject at the end for a record that cannot be read
 */
async function cancelJobs({ objects, compute }: DispatchPorts, submission: string): Promise<void> {
  let unreadable: UnreadableObject | undefined;
  for await (const stored of jobRecordsOf(objects, submission)) {
    if (stored instanceof UnreadableObject) {
      unreadable = stored;
      continue;
    }
    const { record } = stored;
    const recorded = record.id === undefined ? undefined : await compute.describe(record.id);
    const named = await compute.findByName(jobName(record));
    const active = [...(recorded === undefined ? [] : [recorded]), ...named].filter(isActive);
    for (const id of new Set(active.map((job) => job.id))) await compute.cancel(id, "the submission was cancelled");
    // the sweep waits for the end of a recorded job
    const [first] = active;
    if (record.id === undefined && first !== undefined) await recordId(objects, stored, first.id);
  }
  if (unreadable !== undefined) throw unreadable;
}
