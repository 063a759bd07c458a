import { keys } from "@medhelm/core/store/object-keys";
import { parseJson } from "@medhelm/core/store/objects";
import type { ObjectStore } from "@medhelm/core/ports";
import { JobRecord } from "@medhelm/core/jobs/job";
import type { DispatchMessage } from "@medhelm/core/submission";

export interface StoredJobRecord {
  readonly key: string;
  readonly etag: string;
  readonly record: JobRecord;
}

/**
 * Reads the record of a deployment's job, also one under the key of an earlier version. That key may contain the record of a deployment
 * whose name differs in "/" and "_" only.
 */
export async function findJobRecord(
  objects: ObjectStore,
  { submission, deployment, role }: DispatchMessage,
): Promise<StoredJobRecord | undefined> {
  const places = [keys.job(submission, deployment, role), keys.earlierJob(submission, deployment, role)];
  for (const key of new Set(places)) {
    const stored = await objects.get(key);
    const record = stored && parseJson(stored.body, key, JobRecord);
    if (stored !== undefined && record?.deployment === deployment) return { key, etag: stored.etag, record };
  }
  return undefined;
}
