import { keys } from "@medhelm/core/store/object-keys";
import { getIfReadable } from "@medhelm/core/store/objects";
import type { ObjectStore } from "@medhelm/core/ports";
import { Progress, RunFailure } from "@medhelm/core/run/progress";
import { Identity, OtherConfiguration } from "@medhelm/core/run/identity";
import { type Acquired, acquireLease, type Lease } from "@medhelm/core/jobs/lease";
import { failedEnd } from "@medhelm/core/run/failure-code";
import { orUserError, UserError } from "@medhelm/core/user-error";
import { recordFailure } from "./failures/failure-record.ts";
import type { WorkerPorts, WorkRequest, WorkResult } from "./ports.ts";
import { workLeased } from "./work-leased.ts";

/**
 * Works on one run from its instances to scenario_state.json, and resumes the work of an earlier worker. A second
 * execution writes the same bytes, and so do several workers that each reach some of the run's deployments: the last
 * one assembles the files. A UserError (bad data, refused key, endpoint down) is recorded as the run's failure and
 * thrown.
 */
export async function workRun(ports: WorkerPorts, request: WorkRequest): Promise<WorkResult> {
  const acquired = await acquire(ports, request);
  if (acquired.kind === "taken") return acquired;
  const { lease } = acquired;
  const spill = ports.openSpill?.();
  try {
    const result = await workLeased(ports, request, lease, spill);
    if (result.kind !== "awaiting") await settle(ports, request, lease, result);
    return result;
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    if (lease.lost.aborted) throw lease.lost.reason;
    // the submission has its own record, also where this one cannot be written
    if (!(error instanceof OtherConfiguration)) await recordFailure(ports, request, error, lease).catch(orUserError);
    await settle(ports, request, lease, error);
    throw error;
  } finally {
    spill?.close();
    await lease.release();
  }
}

/** Acquires the run's lease. A UserError (e.g. a folder in the place of its file) ends the run for its submission, and is thrown. */
async function acquire(ports: WorkerPorts, request: WorkRequest): Promise<Acquired> {
  const { objects, clock, leaseTtlMs: ttlMs, holder } = ports;
  const { suite, signal } = request;
  const run = request.plan.runSpec.name;
  try {
    return await acquireLease({
      objects,
      clock,
      key: keys.lease(suite, run),
      ttlMs,
      holder,
      signal,
      ...(request.submission === undefined ? {} : { submission: request.submission }),
      ...(ports.holderIsGone === undefined ? {} : { holderIsGone: ports.holderIsGone }),
      ...(ports.holderIsAlive === undefined ? {} : { holderIsAlive: ports.holderIsAlive }),
      ...(ports.keepLease === undefined ? {} : { keep: ports.keepLease }),
      highestTerm: () => highestTerm(objects, suite, run),
    });
  } catch (error) {
    if (error instanceof UserError) await settle(ports, request, {}, error);
    throw error;
  }
}

/** The highest term that the run's other records name. Damaged ones are made again. */
async function highestTerm(objects: ObjectStore, suite: string, run: string): Promise<number> {
  const records = await Promise.all([
    getIfReadable(objects, keys.identity(suite, run), Identity),
    getIfReadable(objects, keys.progress(suite, run), Progress),
    getIfReadable(objects, keys.failed(suite, run), RunFailure),
  ]);
  return Math.max(...records.map((record) => record?.term ?? 0));
}

/** Records for the submission how its run has ended. `medhelm run` has no submission, and does not load the code. */
async function settle(
  ports: WorkerPorts,
  { plan, suite, submission: id, ordinal }: WorkRequest,
  { term }: Partial<Pick<Lease, "term">>,
  ended: UserError | Exclude<WorkResult, { readonly kind: "awaiting" }>,
): Promise<void> {
  if (id === undefined) return;
  const { settleDone, settleFailed } = await import("../index/settle-run.ts");
  const own = { id, suite, run: plan.runSpec.name, ...(ordinal === undefined ? {} : { ordinal }) };
  if (ended instanceof UserError) return settleFailed(ports, own, failedEnd(ended), term);
  await settleDone(ports, own, term, ended.kind === "judged" ? ended.generation : undefined);
}
