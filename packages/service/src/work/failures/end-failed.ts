import { RunStopped } from "@medhelm/core/run/asking/run-stopped";
import { replaceIdentity } from "../identity/replace-identity.ts";
import { shardsOf } from "../models/open-models.ts";
import type { OpenWork } from "../open-work.ts";
import { forgetFailures } from "./forget-failures.ts";

/** Settles the money of a run whose work has failed, and prepares its resume. */
export async function endFailed(work: OpenWork, error: unknown): Promise<void> {
  const { ports, request, prepared, ledger, lease, signal } = work;
  await work.assembling.stop(error);
  shardsOf(work.models).forEach((shards) => shards.close());
  await ledger.settleFailed(error, { isResumed: prepared.identity.attempts > 1, signal }, work.replay);
  await keepReached(work);
  if (!(error instanceof RunStopped) || !error.isServerFault || lease.lost.aborted) return;
  const { failures, earlierFailures: earlier } = work;
  const run = request.plan.runSpec.name;
  await forgetFailures(ports.objects, { suite: request.suite, run, failures, earlier });
}

/** Records how far an interrupted worker came, so that the dispatcher sees whether its jobs make progress. */
async function keepReached({ ports, request, lease, prepared: { identity }, progress }: OpenWork): Promise<void> {
  const { plan, suite, signal } = request;
  const reached = progress.reached();
  if (!signal.aborted || lease.lost.aborted || reached <= (identity.done ?? 0)) return;
  await replaceIdentity(ports.objects, { suite, run: plan.runSpec.name }, identity, { ...identity, done: reached });
}
