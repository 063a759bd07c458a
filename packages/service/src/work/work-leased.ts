import type { Lease } from "@medhelm/core/jobs/lease";
import type { Spill } from "@medhelm/core/ports";
import { noLedger } from "../money/no-ledger.ts";
import { inSpan, noSpan } from "../trace/open-span.ts";
import { askRequests } from "./answers/ask-requests.ts";
import { leaveToOthers } from "./answers/leave-to-others.ts";
import { findAssembled } from "./assembly/assembled.ts";
import { writeAttempt } from "./assembly/write-attempt.ts";
import { clearFailure } from "./failures/failure-record.ts";
import { endFailed } from "./failures/end-failed.ts";
import { type OpenWork, openWork } from "./open-work.ts";
import type { WorkerPorts, WorkRequest, WorkResult } from "./ports.ts";
import { type Prepared, prepare } from "./prepare.ts";

/** Works on a run under its lease: prepares it, asks all requests, and writes its files. `spill` keeps what is too large for memory. */
export async function workLeased(
  ports: WorkerPorts,
  request: WorkRequest,
  lease: Lease,
  spill: Spill | undefined,
): Promise<WorkResult> {
  const { plan, suite, span = noSpan } = request;
  const run = plan.runSpec.name;
  const prepared = await inSpan(span, "prepare", () => prepare(ports, request, lease, spill));
  await clearFailure(ports.objects, suite, run, lease);
  const ledger = (await ports.ledger?.of(suite, run)) ?? noLedger;
  if (prepared === "sealed" || (await isAssembled(ports, request, prepared))) {
    await ledger.settleSealed();
    return prepared === "sealed" ? { kind: "sealed" } : judged(prepared);
  }
  const work = await openWork(ports, request, { prepared, lease, ledger, spill });
  try {
    const awaited = await askAndWrite(work);
    if (awaited !== undefined) return awaited;
  } catch (error) {
    await endFailed(work, error);
    throw error;
  } finally {
    await work.assembling.stop(new Error("the work on this run has ended"));
    await work.progress.stop();
    await work.jury.close();
    await ledger.close();
  }
  work.signal.throwIfAborted();
  return judged(prepared);
}

/** Returns the deployments that the run waits for; undefined when its files are written. */
async function askAndWrite(work: OpenWork): Promise<WorkResult | undefined> {
  const { ledger, limits, progress } = work;
  await ledger.reconcile(work.replay);
  work.assembling.begin();
  const counts = await askRequests(work);
  await ledger.checkpoint();
  limits.failures.atEnd(counts);
  const awaited = await leaveToOthers(work, counts);
  if (awaited !== undefined) return awaited;
  limits.verdicts.atEnd(counts);
  await writeAttempt(work, counts);
  progress.complete();
  ledger.markComplete();
  return undefined;
}

const judged = ({ identity }: Prepared): WorkResult => ({ kind: "judged", generation: identity.generation });

/** Whether an earlier worker finished this generation and no aggregator has sealed it yet. */
async function isAssembled(
  { objects }: WorkerPorts,
  { plan, suite, retryFailed }: WorkRequest,
  { identity }: Prepared,
): Promise<boolean> {
  return !retryFailed && (await findAssembled(objects, suite, plan.runSpec.name, identity)) !== undefined;
}
