import { keys } from "@medhelm/core/store/object-keys";
import { parseToChange, UnreadableObject } from "@medhelm/core/store/objects";
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
    const record = stored && parseToChange(stored.body, key, JobRecord);
    if (stored !== undefined && record?.deployment === deployment) return { key, etag: stored.etag, record };
  }
  return undefined;
}

/** Yields the records of all jobs of a submission. One that cannot be read is yielded as its error, and the caller continues. */
export async function* jobRecordsOf(
  objects: ObjectStore,
  submission: string,
): AsyncGenerator<StoredJobRecord | UnreadableObject, undefined> {
  for await (const { key } of objects.list(keys.jobs(submission))) {
    const stored = await objects.get(key);
    if (stored === undefined) continue;
    try {
      yield { key, etag: stored.etag, record: parseToChange(stored.body, key, JobRecord) };
    } catch (error) {
      if (!(error instanceof UnreadableObject)) throw error;
      yield error;
    }
  }
  return undefined;
}
