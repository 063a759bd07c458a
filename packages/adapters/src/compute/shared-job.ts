import { keys } from "@medhelm/core/store/object-keys";
import { sha256Hex } from "@medhelm/core/store/canonical";
import type { Job } from "@medhelm/core/ports";
import { z } from "zod";

/** A worker writes its job this often, and the job is lost after six times as long without a write. */
export const BEAT_MS = 5_000;

/** work/.jobs/<id>.json: a job that a worker of any machine may take. */
export const SharedJob = z.object({
  formatVersion: z.literal(1),
  id: z.string(),
  name: z.string(),
  environment: z.record(z.string(), z.string()),
  /** In whose turn the job starts (turnOf). */
  owner: z.string().exactOptional(),
  state: z.enum(["waiting", "running", "succeeded", "failed"]),
  reason: z.string().exactOptional(),
  /** Why the job must stop. Its worker reads this at its next write. */
  cancel: z.string().exactOptional(),
  /** The worker that has the job, by its machine and its folder. It counts its writes, because equal bytes keep their etag on S3. */
  claim: z.object({ nonce: z.string(), worker: z.string(), home: z.string(), beats: z.int() }).exactOptional(),
});
export type SharedJob = z.infer<typeof SharedJob>;

export const hasEnded = ({ state }: SharedJob): boolean => state === "succeeded" || state === "failed";

export function jobOf({ id, name, state, reason }: SharedJob): Job {
  return { id, name, state, ...(reason !== undefined && { reason }) };
}

const TIME_DIGITS = 14;

/** Ids sort by time, and contain a hash of the name, by which jobs are found. */
export const sharedJobId = (name: string, nowMs: number, uuid: string): string =>
  `${String(nowMs).padStart(TIME_DIGITS, "0")}-${nameHash(name)}-${uuid}`;

export const isSharedJobId = (id: string): boolean => /^\d{14}-[0-9a-f]{16}-/.test(id);
export const nameHash = (name: string): string => sha256Hex(name).slice(0, 16);
export const timeOfId = (id: string): number => Number(id.slice(0, TIME_DIGITS));
export const idOfKey = (key: string): string => key.slice(keys.sharedJobs().length, -".json".length);
