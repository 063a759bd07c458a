import type { Log, ObjectStore } from "@medhelm/core/ports";
import { parseJson, UnreadableObject } from "@medhelm/core/store/objects";
import type { z } from "zod";

export interface QueuePorts {
  readonly objects: ObjectStore;
  /** Absent: no records are written. */
  readonly log?: Log;
}

/**
 * Reads an object of a queue; undefined if the key is free. An object that is damaged or of a later version is removed, so that the queue goes on:
 * the next job of its run puts the shard into the queue again.
 */
export async function readOrRemove<T>(
  { objects, log }: QueuePorts,
  key: string,
  schema: z.ZodType<T>,
): Promise<T | undefined> {
  const stored = await objects.get(key);
  if (stored === undefined) return undefined;
  try {
    return parseJson(stored.body, key, schema);
  } catch (error) {
    if (!(error instanceof UnreadableObject)) throw error;
    // one that a job has made again meanwhile stays, and of two processes that find it one writes the record
    if ((await objects.delete(key, { ifMatch: stored.etag })) === "deleted")
      log?.("warn", "an object in the queue of a pool cannot be read and is removed", { error: error.message });
    return undefined;
  }
}
