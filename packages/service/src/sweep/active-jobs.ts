import type { Compute, ObjectStore } from "@medhelm/core/ports";
import { isActive } from "@medhelm/core/jobs/job";
import type { DispatchMessage } from "@medhelm/core/submission";
import { CONCURRENT_READS, mapBounded } from "../concurrency/map-bounded.ts";
import { findJobRecord } from "../dispatch/find-job-record.ts";

export interface ActiveJobs {
  /** Whether the message's job waits or runs. Call `look` for the message first. */
  has(message: Pick<DispatchMessage, "deployment" | "role">): boolean;
  /** Whether any job that was looked at waits or runs. */
  hasAny(): boolean;
  /** Reads each message's job once, and asks for all jobs of a call together. */
  look(messages: Iterable<DispatchMessage>): Promise<void>;
}

/** Finds the jobs that wait or run. Without `compute` it knows no job. */
export function activeJobs(objects: ObjectStore, compute: Pick<Compute, "describeAll"> | undefined): ActiveJobs {
  const known = new Map<string, boolean>();
  return {
    has: (message) => known.get(nameOf(message)) === true,
    hasAny: () => [...known.values()].includes(true),
    async look(messages) {
      if (compute === undefined) return;
      const unknown = new Map([...messages].map((message) => [nameOf(message), message]));
      for (const name of known.keys()) unknown.delete(name);
      const records = await mapBounded([...unknown], CONCURRENT_READS, async ([name, message]) => ({
        name,
        id: (await findJobRecord(objects, message))?.record.id,
      }));
      const ids = records.flatMap(({ id }) => id ?? []);
      const jobs = ids.length === 0 ? undefined : await compute.describeAll(ids);
      for (const { name, id } of records) known.set(name, id !== undefined && isActive(jobs?.get(id)));
    },
  };
}

const nameOf = ({ role, deployment }: Pick<DispatchMessage, "deployment" | "role">) => `${role} ${deployment}`;
