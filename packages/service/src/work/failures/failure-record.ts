import type { Lease } from "@medhelm/core/jobs/lease";
import type { ObjectStore, StoredObject } from "@medhelm/core/ports";
import { failedEnd } from "@medhelm/core/run/failure-code";
import { RunFailure } from "@medhelm/core/run/progress";
import { keys } from "@medhelm/core/store/object-keys";
import { orDamaged, parseJson } from "@medhelm/core/store/objects";
import { updateJson } from "@medhelm/core/store/update-json";
import type { UserError } from "@medhelm/core/user-error";
import type { WorkerPorts, WorkRequest } from "../ports.ts";

/** Records why a run failed, unless a later worker has recorded a failure. */
export async function recordFailure(
  ports: WorkerPorts,
  { plan, suite }: WorkRequest,
  error: UserError,
  { term }: Lease,
): Promise<void> {
  const failure: RunFailure = {
    formatVersion: 1,
    ...failedEnd(error),
    at: new Date(ports.clock.nowMs()).toISOString(),
    term,
  };
  await updateJson(
    ports.objects,
    keys.failed(suite, plan.runSpec.name),
    RunFailure,
    (stored) => ((stored?.term ?? 0) > term ? undefined : failure),
    { damaged: "replace" },
  );
}

/** Deletes the failure of an earlier attempt. */
export async function clearFailure(objects: ObjectStore, suite: string, run: string, { term }: Lease): Promise<void> {
  const key = keys.failed(suite, run);
  const stored = await objects.get(key);
  if (stored === undefined || termOf(stored) >= term) return;
  await objects.delete(key, { ifMatch: stored.etag });
}

/** 0 for a damaged failure, which the next worker replaces. */
function termOf({ body, key }: StoredObject): number {
  try {
    return parseJson(body, key, RunFailure).term ?? 0;
  } catch (error) {
    return orDamaged(error) ?? 0;
  }
}
