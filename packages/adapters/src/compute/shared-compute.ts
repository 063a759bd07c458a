import type { Clock, Compute, Job, ObjectStore } from "@medhelm/core/ports";
import { turnOf } from "@medhelm/core/jobs/turn-of";
import { keys } from "@medhelm/core/store/object-keys";
import { parseToChange, putJson } from "@medhelm/core/store/objects";
import { updateJson } from "@medhelm/core/store/update-json";
import { INTERRUPTED } from "./child-launch.ts";
import { BEAT_MS, hasEnded, idOfKey, jobOf, nameHash, SharedJob, sharedJobId, timeOfId } from "./shared-job.ts";

interface SharedCompute extends Compute {
  /** Deletes the records of jobs that were submitted before a time. */
  forget(beforeMs: number): Promise<void>;
}

/**
 * Jobs as objects of a store that workers on several machines share; workSharedJobs takes them. A job whose worker has not written for
 * half a minute, by the store's own clock, fails as interrupted, and the dispatcher starts the next one.
 */
export function sharedCompute(objects: ObjectStore, clock: Pick<Clock, "nowMs" | "randomUuid">): SharedCompute {
  let lastMs = 0;
  /** Ids of one process sort in the order of the jobs. */
  const nextMs = (): number => {
    lastMs = Math.max(clock.nowMs(), lastMs + 1);
    return lastMs;
  };
  const describe = async (id: string): Promise<Job | undefined> => {
    const found = await objects.get(keys.sharedJob(id));
    if (found === undefined) return undefined;
    const job = parseToChange(found.body, found.key, SharedJob);
    if (job.state !== "running" || found.storeNowMs - found.lastModifiedMs <= 6 * BEAT_MS) return jobOf(job);
    const now = await updateJson(objects, found.key, SharedJob, (stored): SharedJob | undefined =>
      stored?.state === "running" &&
      stored.claim?.nonce === job.claim?.nonce &&
      stored.claim?.beats === job.claim?.beats
        ? { ...stored, state: "failed", reason: `${INTERRUPTED} (the worker on ${job.claim?.worker} was lost)` }
        : undefined,
    );
    return now && jobOf(now);
  };
  const describeEach = async (ids: readonly string[]): Promise<Job[]> =>
    (await Promise.all(ids.map(describe))).filter((job) => job !== undefined);
  return {
    async submit(request) {
      const { name, definition, environment, arraySize } = request;
      if (definition !== "worker" || arraySize !== undefined)
        throw new Error(`Shared workers run no ${definition} jobs${arraySize === undefined ? "" : " in arrays"}.`);
      const turn = turnOf(request);
      const id = sharedJobId(name, nextMs(), clock.randomUuid());
      const job: SharedJob = {
        formatVersion: 1,
        id,
        name,
        environment: { ...environment },
        ...(turn !== undefined && { owner: turn }),
        state: "waiting",
      };
      await putJson(objects, keys.sharedJob(id), job, { ifAbsent: true });
      return { id };
    },
    describe,
    async describeAll(ids) {
      return new Map((await describeEach(ids)).map((job) => [job.id, job]));
    },
    async findByName(name) {
      const ids: string[] = [];
      for await (const { key } of objects.list(keys.sharedJobs())) ids.push(idOfKey(key));
      const found = await describeEach(ids.filter((id) => id.includes(`-${nameHash(name)}-`)).toReversed());
      return found.filter((job) => job.name === name);
    },
    async cancel(id, reason) {
      await updateJson(objects, keys.sharedJob(id), SharedJob, (job): SharedJob | undefined => {
        if (job === undefined || hasEnded(job) || job.cancel !== undefined) return undefined;
        return job.state === "waiting"
          ? { ...job, state: "failed", reason: `cancelled: ${reason}` }
          : { ...job, cancel: reason };
      });
    },
    async forget(beforeMs) {
      for await (const { key } of objects.list(keys.sharedJobs()))
        if (timeOfId(idOfKey(key)) < beforeMs) await objects.delete(key);
    },
  };
}
