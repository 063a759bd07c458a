import { putJson } from "@medhelm/core/store/objects";
import { keys } from "@medhelm/core/store/object-keys";
import { shardsOf } from "../models/open-models.ts";
import type { OpenWork } from "../open-work.ts";
import type { OpenDeployment, WorkResult } from "../ports.ts";
import type { AnswerCounts } from "./answer-all.ts";

/** Records which deployments a run waits for, if another job or a pool must ask them. Undefined: it waits for none. */
export async function leaveToOthers(work: OpenWork, counts: AnswerCounts): Promise<WorkResult | undefined> {
  const { adapter_spec: adapter } = work.request.plan.runSpec;
  const inOrder = [adapter.model_deployment, ...work.jury.judges.map(({ modelDeployment }) => modelDeployment)];
  const [pending, ...others] = [...new Set(inOrder)].filter((deployment) => counts.pending.has(deployment));
  if (pending === undefined) return undefined;
  await Promise.all(shardsOf(work.models).map((shards) => shards.flush())); // before the run counts as waiting
  await markBeyondPools(work, pending);
  work.progress.markPending(counts, pending, openedAs(work, pending)?.shards?.requests ?? 0);
  return { kind: "awaiting", deployments: [pending, ...others] };
}

/** Records that this job cannot ask a deployment and its pool cannot ask for this run: a later job brings the model's server. */
async function markBeyondPools(work: OpenWork, pending: string): Promise<void> {
  const { objects, isPooled, canReach } = work.ports;
  const { plan, suite } = work.request;
  if (isPooled?.(pending) !== true || canReach?.(pending) !== false) return;
  if (openedAs(work, pending)?.shards === undefined)
    await putJson(objects, keys.needsServer(suite, plan.runSpec.name), { formatVersion: 1 });
}

const openedAs = ({ request, models }: OpenWork, deployment: string): OpenDeployment | undefined =>
  deployment === request.plan.runSpec.adapter_spec.model_deployment ? models.candidate : models.judges.get(deployment);
